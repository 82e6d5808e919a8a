// Hosts an AI for an Intramuros server, in Go with nothing but the standard library.
//
//	INTRAMUROS_KEY=hk_… go run host.go https://play.example
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

type object = map[string]any

type work struct { // or, where the server refuses, a problem document
	ID, AI, Detail string
	Notation       string // what your seat may know; `position` has the same as an object
	Moves          []string
	Objects        []struct{ Cells []string }
}

var server, client = "http://127.0.0.1:8000", http.Client{Timeout: 40 * time.Second}

// Your AI: one of the moves, from what your seat may know.
func decide(w work) string {
	best := 0
	for i, move := range w.Objects {
		if len(move.Cells) > len(w.Objects[best].Cells) {
			best = i
		}
	}
	return w.Moves[best]
}

// The answer and its status, 0 when none came. The key makes it safe to send the same again.
func post(path, key string, body object) (answer work, status int) {
	for tries := time.Duration(1); tries < 5; tries++ {
		text, _ := json.Marshal(body)
		request, _ := http.NewRequest("POST", server+path, bytes.NewReader(text))
		request.Header.Set("Authorization", "Bearer "+os.Getenv("INTRAMUROS_KEY"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
		reply, err := client.Do(request)
		if err == nil && reply.StatusCode != 429 && reply.StatusCode != 503 {
			defer reply.Body.Close()
			json.NewDecoder(reply.Body).Decode(&answer)
			return answer, reply.StatusCode
		}
		time.Sleep(tries * time.Second)
	}
	return
}

func main() {
	if len(os.Args) > 1 {
		server = os.Args[1]
	}
	ask := object{"protocol": 1, "rules": object{"cathedral": 1}, "wait": 25, "objects": true}
	ask["about"] = "Written in Go."
	for asked := time.Now().UnixNano(); ; asked++ {
		switch w, status := post("/v1/work/acquire", fmt.Sprint("ask-", asked), ask); status {
		case 200: // long thought? POST …/heartbeat every 5 s; failed? POST …/abort with a reason
			move := decide(w)
			answer, status := post("/v1/work/"+w.ID+"/move", w.ID, object{"move": move})
			fmt.Println(w.AI, "played", move, status, answer.Detail)
		case 204: // nothing to do: ask again
		case 401, 403, 409: // not a key of the server's, or other rules
			fmt.Fprintln(os.Stderr, w.Detail)
			os.Exit(2)
		default: // the server is away or refuses: ask again, later
			time.Sleep(5 * time.Second)
		}
	}
}
