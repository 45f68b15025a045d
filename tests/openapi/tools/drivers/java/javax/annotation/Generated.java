package javax.annotation;

/** All generated classes have it; Java has not had it since version 11. */
public @interface Generated {
    String[] value();

    String date() default "";

    String comments() default "";
}
