"""What an AI would play in one's place."""

import time

from service.terminal.link import Link, Refused


def hint(link: Link, game: str, seat: int) -> str:
    """A sentence with the moves that an AI would play, as soon as it has thought."""
    try:
        found = link.post(f"{game}/hints", {"seat": seat})
        for _ in range(40):
            if found["status"] != "pending":
                break
            time.sleep(0.25)
            found = link.get(found["links"]["self"])
    except Refused as refusal:
        return str(refusal)
    moves = [f"{each['move']} ({each['estimate']:.0%})" for each in found["moves"]]
    return f"An AI would play {', or '.join(moves)}." if moves else "No AI has found the time."
