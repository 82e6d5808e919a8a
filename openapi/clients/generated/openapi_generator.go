// A game played with the Go client that openapi-generator makes: ./play URL RULESET OPTIONS
//
//	../../generate go client; it lies in GOPATH beside gopkg.in/validator.v2, which it imports
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand"
	"os"
	"time"

	client "client"
)

// given is the answer; a refusal ends the program with the server's words.
func given[T any, R any](answer T, _ R, err error) T {
	if refused, ok := err.(*client.GenericOpenAPIError); ok {
		log.Fatal(err, ": ", string(refused.Body()))
	} else if err != nil {
		log.Fatal(err)
	}
	return answer
}

func main() {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api, ctx := client.NewAPIClient(settings), context.Background()
	me := given(api.PlayersAPI.CreatePlayer(ctx).PlayerRequest(*client.NewPlayerRequest("Generated")).Execute())
	ctx = context.WithValue(ctx, client.ContextAccessToken, me.Token)
	mine := client.SEATWORD_ME
	seats := []client.GameRequestSeatsInner{{SeatWord: &mine}, {SeatForAI: client.NewSeatForAI("random")}}
	wanted := client.NewGameRequest(os.Args[2], seats)
	if len(os.Args) > 3 {
		wanted.Options = client.NewOptionsRequest()
		if err := json.Unmarshal([]byte(os.Args[3]), wanted.Options); err != nil {
			log.Fatal(err)
		}
	}
	game := given(api.GamesAPI.CreateGame(ctx).GameRequest(*wanted).Execute())
	options, _ := json.Marshal(game.Options)
	fmt.Println("options", string(options))

	for game.Status != "finished" {
		for _, seat := range game.You.Owe {
			legal := given(api.MovesAPI.ListLegalMoves(ctx, game.Id).Seat(seat).Limit(500).Execute())
			move := client.NewMoveRequest(legal.Turn, legal.Items[rand.Intn(len(legal.Items))].Move)
			move.SetSeat(seat)
			given(api.MovesAPI.PlayMove(ctx, game.Id).MoveRequest(*move).Execute())
		}
		time.Sleep(30 * time.Millisecond)
		game = given(api.GamesAPI.GetGame(ctx, game.Id).Execute())
	}
	fmt.Println(game.Outcome.Get().Reason, "winners", game.Outcome.Get().Winners)
}
