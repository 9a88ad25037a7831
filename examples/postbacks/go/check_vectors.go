// Says of every test vector whether it is accepted: go run . ../vectors.json
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
)

type document struct {
	Now     int64    `json:"now"`
	Vectors []vector `json:"vectors"`
}

type vector struct {
	Name     string   `json:"name"`
	Secrets  []string `json:"secrets"`
	Headers  headers  `json:"headers"`
	Body     string   `json:"body"`
	Accepted bool     `json:"accepted"`
}

type headers map[string]string

func (all headers) Get(name string) string { return all[name] }

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var file document
	if err := json.Unmarshal(text, &file); err != nil {
		log.Fatal(err)
	}
	failed, now := false, time.Unix(file.Now, 0)
	for _, one := range file.Vectors {
		accepted := VerifyPostback(one.Headers, []byte(one.Body), one.Secrets, now) == nil
		failed = failed || accepted != one.Accepted
		verdict := map[bool]string{true: "accepted", false: "refused"}[accepted]
		fmt.Printf("%s\t%s\n", verdict, one.Name)
	}
	if failed {
		os.Exit(1)
	}
}
