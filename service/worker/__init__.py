"""The processes that think: what a worker takes off the queues, and what it does with a job."""
