package io.tracejoin.security;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * SSL bundles whose key and trust managers follow their files. gRPC's server takes its managers
 * once, at its start: it would keep a certificate until it expires.
 */
final class LiveBundles extends DefaultSslBundleRegistry {

  @Override
  public SslBundle getBundle(String name) {
    SslBundle now = super.getBundle(name);
    LiveManagers managers = new LiveManagers(now.getManagers());
    addBundleUpdateHandler(name, it -> managers.use(it.getManagers()));
    return SslBundle.of(
        now.getStores(), now.getKey(), now.getOptions(), now.getProtocol(), managers);
  }

  /** Takes the place of the framework's registry. */
  @Configuration(proxyBeanMethods = false)
  static class InPlace {

    @Bean
    DefaultSslBundleRegistry sslBundleRegistry(ObjectProvider<SslBundleRegistrar> registrars) {
      LiveBundles bundles = new LiveBundles();
      registrars.orderedStream().forEach(it -> it.registerBundles(bundles));
      return bundles;
    }
  }
}
