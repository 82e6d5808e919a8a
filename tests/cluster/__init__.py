"""The service on the layout of a large site: a store of three masters with replicas, a queue behind sentinels, all on loopback."""
