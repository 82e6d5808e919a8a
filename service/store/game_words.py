"""The words that every stored game has, given to the compression beforehand so that a small text need not spell them out.

What is packed with them can only be read with the very same text: it never changes. New words are a new text beside it, under a sign of
their own in `service/store/packing.py`.
"""

SEAT = '{"kind":"player","name":"","player":"","ai":null,"reserved_for":null,"resigned":false,"left_by":null}'
MOVE = (
    '"last":{"number":25,"turn":25,"revision":26,"seat":0,"move":"stable@f1e","object":{"kind":"place","building":"stable","square":"f1",'
    '"facing":"e","cells":["e1","f1"],"email":"STeF1","claims":[],"takes":[],"leaves":[]},"at":"2026-11-18T11:36:24.578Z"}'
)
CATHEDRAL = (
    "   a b c d e f g h i j\\n 1 . . . . . . . . . .\\n10 . . . . . . . . . .\\nto move: nobody\\nskipped: nobody\\ncathedral: placed\\n"
    "begun: both\\nlight has: 2 tavern, 2 stable, 2 inn, 1 bridge, 1 square, 1 manor, 1 abbey, 1 infirmary, 1 castle, 1 tower, 1 academy\\n"
    "dark has: 1 tavern, 1 stable, 1 inn"
)
REASONS = 'both_placed_all neither_can_place resigned out_of_time draw_agreed aborted {"kind":"resign"} {"kind":"timeout"}'
GAME_WORDS = (
    f'{REASONS} verbotene_stadt forbidden_city {{"id":"","ruleset":"cathedral","version":1,"options":{{"cathedral":"first"}},"seats":'
    f'[{SEAT},{{"kind":"ai","name":"medium","player":null,"ai":"medium","reserved_for":null,"resigned":false,"left_by":null}},{SEAT}],'
    f'"status":"finished","revision":26,"turn":26,"actors":[],"entries":25,"notation":"{CATHEDRAL}","seed":"","commitment":"","creator":"",'
    '"created_at":"2026-11-18T11:36:24.442Z","updated_at":"2026-11-18T11:36:24.578Z","visibility":"listed","join_code":null,'
    '"degraded":false,"outcome":{"scores":[10,9],"winners":[1],"reason":"neither_can_place"},'
    f'{MOVE},"hints":true,"turn_at":"2026-11-18T11:36:24.578Z","contest":null,"rated":false,"rated_subjects":null,"time":'
    '{"kind":"days","seconds":604800,"increment":0,"on_expiry":"forfeit"},"time":null,"clocks":{"left":[604800000,604800000],'
    '"until":[null,null],"at":""},"clocks":null,"paused_at":"","offers":[],"refused":[],"rematch":null,"rematch_of":null,"imported":false,'
    '"box":"","client_seed":"","frozen":""}'
).encode()
