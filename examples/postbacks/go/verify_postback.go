package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// ErrInvalidPostback says that a request is not from Centavo, was changed or is not of now: answer 400 and do nothing.
var ErrInvalidPostback = errors.New("invalid postback")

// Header is the http.Header of a request.
type Header interface{ Get(name string) string }

// VerifyPostback returns nil when a postback is from Centavo, unchanged and recent. rawBody is the body as io.ReadAll gives it.
// secrets are those of the endpoint, "whsec_…": while one replaces another, both.
func VerifyPostback(header Header, rawBody []byte, secrets []string, now time.Time) error {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return ErrInvalidPostback
	}
	received := strings.Fields(header.Get("webhook-signature"))
	for _, secret := range secrets {
		expected, err := sign(id+"."+timestamp+".", rawBody, secret)
		if err != nil {
			return err
		}
		for _, one := range received {
			if hmac.Equal(expected, []byte(one)) {
				return nil
			}
		}
	}
	return ErrInvalidPostback
}

func sign(prefix string, rawBody []byte, secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	if len(key) == 0 { // Under an empty key anybody can sign.
		return nil, errors.New("a postback secret is empty")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(rawBody)
	return []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))), nil
}
