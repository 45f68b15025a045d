// Calls a client of openapi-generator for Go. Argument: the file with the calls.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

type asked struct {
	Base    string
	Headers map[string]string
	Calls   []struct {
		Operation string
		Query     map[string]interface{}
		Arguments map[string]interface{}
	}
}

type reply struct {
	Status int             `json:"status,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// A name as methods and wire have it in common.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

func method(of reflect.Value, name string) reflect.Value {
	for i := 0; i < of.NumMethod(); i++ {
		if plain(of.Type().Method(i).Name) == plain(name) {
			return of.Method(i)
		}
	}
	return reflect.Value{}
}

func typed(value interface{}, wanted reflect.Type) reflect.Value {
	if wanted == reflect.TypeOf(time.Time{}) {
		at, err := time.Parse(time.RFC3339, value.(string))
		if err != nil {
			panic(err)
		}
		return reflect.ValueOf(at)
	}
	if items, isList := value.([]interface{}); isList && wanted.Kind() == reflect.Slice {
		made := reflect.MakeSlice(wanted, 0, len(items))
		for _, item := range items {
			made = reflect.Append(made, typed(item, wanted.Elem()))
		}
		return made
	}
	return reflect.ValueOf(value).Convert(wanted)
}

func call(api *client.APIClient, operation string, arguments map[string]interface{}) (told reply) {
	defer func() {
		if fault := recover(); fault != nil {
			told = reply{Error: fmt.Sprint(fault)}
		}
	}()
	services := reflect.ValueOf(api).Elem()
	for i := 0; i < services.NumField(); i++ {
		if !services.Type().Field(i).IsExported() {
			continue
		}
		begin := method(services.Field(i), operation)
		if !begin.IsValid() {
			continue
		}
		request := begin.Call([]reflect.Value{reflect.ValueOf(context.Background())})[0]
		for name, value := range arguments {
			set := method(request, name)
			if !set.IsValid() {
				return reply{Error: "no argument " + name}
			}
			request = set.Call([]reflect.Value{typed(value, set.Type().In(0))})[0]
		}
		results := request.MethodByName("Execute").Call(nil)
		if fault := results[2].Interface(); fault != nil {
			return reply{Error: fmt.Sprint(fault)}
		}
		response := results[1].Interface().(*http.Response)
		content, err := io.ReadAll(response.Body)
		if err != nil {
			panic(err)
		}
		return reply{Status: response.StatusCode, Body: content}
	}
	return reply{Error: "no method " + operation}
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var given asked
	if err := json.Unmarshal(content, &given); err != nil {
		panic(err)
	}
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: given.Base}}
	configuration.DefaultHeader = given.Headers
	api := client.NewAPIClient(configuration)
	replies := []reply{}
	for _, each := range given.Calls {
		for name, value := range each.Query {
			each.Arguments[name] = value
		}
		replies = append(replies, call(api, each.Operation, each.Arguments))
	}
	printed, err := json.Marshal(replies)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(printed))
}
