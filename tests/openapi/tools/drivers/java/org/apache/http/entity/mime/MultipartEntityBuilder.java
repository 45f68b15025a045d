package org.apache.http.entity.mime;

import java.io.File;
import org.apache.http.HttpEntity;

/** Lets generated clients compile that send forms; no call here sends one of several parts. */
public class MultipartEntityBuilder {
    public static MultipartEntityBuilder create() {
        return new MultipartEntityBuilder();
    }

    public MultipartEntityBuilder addTextBody(String name, String text) {
        return this;
    }

    public MultipartEntityBuilder addBinaryBody(String name, File file) {
        return this;
    }

    public HttpEntity build() {
        throw new UnsupportedOperationException();
    }
}
