package io.tracejoin.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Serves the pages' own files, and libraries from webjars without their version in the address. */
@Configuration(proxyBeanMethods = false)
class PageResources implements WebMvcConfigurer {

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/pages/**")
        .addResourceLocations("classpath:/static/pages/")
        // Asked for again each time and answered by 304: a page never mixes two versions.
        .setCacheControl(CacheControl.noCache());
    registry
        .addResourceHandler("/lib/**")
        .addResourceLocations("classpath:/META-INF/resources/webjars/")
        .setCacheControl(CacheControl.noCache())
        .resourceChain(true);
  }
}
