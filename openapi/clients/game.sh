#!/bin/sh
# A game with curl and sed: plays the first legal move until the game is over.
#
#   sh game.sh http://127.0.0.1:8000 cathedral
set -eu
URL=${1:-http://127.0.0.1:8000}
RULESET=${2:-cathedral}

member() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"; } # the last member of that name in one line of JSON
call() { curl -sS --compressed -H "Authorization: Bearer ${TOKEN:-}" -H 'Content-Type: application/json' "$@"; }

TOKEN=$(curl -sS -H 'Content-Type: application/json' "$URL/v1/players" -d '{"name": "Curl"}' | member token)
GAME=$(call -D - -o /dev/null "$URL/v1/games" -d "{\"ruleset\": \"$RULESET\", \"seats\": [\"me\", {\"ai\": \"random\"}]}" |
    tr -d '\r' | sed -n 's/^[Ll]ocation: //p')

while :; do
    SNAPSHOT=$(call "$URL$GAME")
    case $SNAPSHOT in *'"status":"finished"'*) break ;; esac
    case $SNAPSHOT in
    *'"owe":[]'*) sleep 0.1 ;; # somebody else's turn; ?wait=25 with If-None-Match would wait on the server
    *)
        LEGAL=$(call "$URL$GAME/legal-moves?limit=1")
        TURN=$(printf '%s' "$LEGAL" | sed 's/^{"turn":\([0-9]*\).*/\1/')
        MOVE=$(printf '%s' "$LEGAL" | sed 's/.*"items":\[{"move":"\([^"]*\)".*/\1/')
        echo "turn $TURN: $MOVE"
        call -o /dev/null "$URL$GAME/moves" -d "{\"turn\": $TURN, \"move\": \"$MOVE\"}"
        ;;
    esac
done
call "$URL$GAME/board.txt"
printf '%s\n' "$SNAPSHOT" | sed 's/.*"outcome":\({[^}]*}\).*/\1/'
