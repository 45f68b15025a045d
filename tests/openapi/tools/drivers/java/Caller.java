import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiResponse;

/** Calls a client of openapi-generator for Java. Arguments: the folder of its classes, the file with the calls. */
public class Caller {
    public static void main(String[] arguments) throws Exception {
        JsonNode asked = new ObjectMapper().readTree(new File(arguments[1]));
        ApiClient client = new ApiClient();
        client.updateBaseUri(asked.get("base").asText());
        client.setRequestInterceptor(request -> request.uri(request.build().uri().normalize()));
        Map<String, String> headers = new HashMap<>();
        for (Map.Entry<String, JsonNode> header : asked.get("headers").properties()) {
            headers.put(header.getKey(), header.getValue().asText());
        }
        Map<String, Object> apis = apis(new File(arguments[0], "org/openapitools/client/api"), client);
        ObjectMapper mapper = client.getObjectMapper();
        ArrayNode replies = mapper.createArrayNode();
        for (JsonNode call : asked.get("calls")) {
            ObjectNode reply = replies.addObject();
            try {
                ApiResponse<?> response = response(apis, call, headers);
                reply.put("status", response.getStatusCode());
                JsonNode body = mapper.readTree(mapper.writeValueAsString(response.getData()));
                reply.set("body", asSent(body, call.get("expected")));
            } catch (InvocationTargetException fault) {
                reply.put("error", fault.getCause().toString());
            } catch (Exception fault) {
                reply.put("error", fault.toString());
            }
        }
        System.out.println(new ObjectMapper().writeValueAsString(replies));
    }

    /** The object that has each operation, by the plain name of the operation. */
    static Map<String, Object> apis(File folder, ApiClient client) throws Exception {
        Map<String, Object> apis = new HashMap<>();
        for (String file : folder.list()) {
            if (file.endsWith("Api.class")) {
                Class<?> type = Class.forName("org.openapitools.client.api." + file.replace(".class", ""));
                Object api = type.getConstructor(ApiClient.class).newInstance(client);
                for (Method method : type.getMethods()) {
                    apis.put(plain(method.getName()), api);
                }
            }
        }
        return apis;
    }

    static ApiResponse<?> response(Map<String, Object> apis, JsonNode call, Map<String, String> headers) throws Exception {
        String operation = plain(call.get("operation").asText());
        Object api = apis.get(operation);
        for (Method method : api.getClass().getMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (!plain(method.getName()).equals(operation + "withhttpinfo") || types[types.length - 1] != Map.class) {
                continue;
            }
            if (types.length == 2 && types[0].getName().endsWith("Request")) {
                return (ApiResponse<?>) method.invoke(api, request(types[0], call), headers);
            }
        }
        throw new IllegalArgumentException("no method for " + operation);
    }

    static Object request(Class<?> type, JsonNode call) throws Exception {
        Object builder = type.getMethod("newBuilder").invoke(null);
        Map<String, Method> setters = new HashMap<>();
        for (Method method : builder.getClass().getMethods()) {
            setters.put(plain(method.getName()), method);
        }
        for (String part : List.of("query", "arguments")) {
            for (Map.Entry<String, JsonNode> argument : call.get(part).properties()) {
                Method setter = setters.get(plain(argument.getKey()));
                if (setter == null) {
                    throw new IllegalArgumentException("no argument " + argument.getKey());
                }
                setter.invoke(builder, typed(argument.getValue(), setter.getGenericParameterTypes()[0]));
            }
        }
        return builder.getClass().getMethod("build").invoke(builder);
    }

    static Object typed(JsonNode value, Type type) throws Exception {
        if (type instanceof ParameterizedType) {
            List<Object> items = new ArrayList<>();
            for (JsonNode item : value) {
                items.add(typed(item, ((ParameterizedType) type).getActualTypeArguments()[0]));
            }
            return items;
        }
        if (type == OffsetDateTime.class) {
            return OffsetDateTime.parse(value.asText());
        }
        return new ObjectMapper().convertValue(value, (Class<?>) type);
    }

    /**
     * A body as it was sent: models hold empty lists and maps for those that are not there, leave null out, and read a text of
     * digits as a number where both may come.
     */
    static JsonNode asSent(JsonNode body, JsonNode expected) {
        if (body.isObject() && expected.isObject()) {
            ObjectNode members = ((ObjectNode) body).objectNode();
            for (Map.Entry<String, JsonNode> member : body.properties()) {
                JsonNode value = member.getValue();
                if (expected.has(member.getKey()) || !value.isContainerNode() || !value.isEmpty()) {
                    members.set(member.getKey(), asSent(value, expected.path(member.getKey())));
                }
            }
            for (Map.Entry<String, JsonNode> member : expected.properties()) {
                if (member.getValue().isNull() && !members.has(member.getKey())) {
                    members.putNull(member.getKey());
                }
            }
            return members;
        }
        if (body.isArray()) {
            ArrayNode items = ((ArrayNode) body).arrayNode();
            for (int index = 0; index < body.size(); index++) {
                items.add(asSent(body.get(index), expected.path(index)));
            }
            return items;
        }
        boolean isNumberOfText = body.isNumber() && expected.isTextual() && expected.asText().matches("[0-9]+([.][0-9]+)?");
        if (isNumberOfText && body.decimalValue().compareTo(new BigDecimal(expected.asText())) == 0) {
            return expected;
        }
        return body;
    }

    /** A name as methods and wire have it in common. */
    static String plain(String name) {
        return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }
}
