module example.com/postbacks

go 1.21
