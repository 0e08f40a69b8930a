package io.tracejoin.security;

import java.net.Socket;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslManagerBundle;

/** Managers that ask those of the newest bundle, handshake by handshake. */
final class LiveManagers implements SslManagerBundle {

  private volatile SslManagerBundle current;

  LiveManagers(SslManagerBundle first) {
    current = first;
  }

  void use(SslManagerBundle next) {
    current = next;
  }

  private X509ExtendedKeyManager keys() {
    return only(X509ExtendedKeyManager.class, current.getKeyManagers());
  }

  private X509ExtendedTrustManager trust() {
    return only(X509ExtendedTrustManager.class, current.getTrustManagers());
  }

  private static <T> T only(Class<T> type, Object[] managers) {
    return Stream.of(managers)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + type.getSimpleName()));
  }

  @Override
  public KeyManagerFactory getKeyManagerFactory() {
    KeyManagerFactory like = current.getKeyManagerFactory();
    return new KeyManagerFactory(new Keys(), like.getProvider(), like.getAlgorithm()) {};
  }

  @Override
  public TrustManagerFactory getTrustManagerFactory() {
    TrustManagerFactory like = current.getTrustManagerFactory();
    return new TrustManagerFactory(new Trust(), like.getProvider(), like.getAlgorithm()) {};
  }

  private final class Keys extends KeyManagerFactorySpi {
    @Override
    protected void engineInit(@Nullable KeyStore store, char @Nullable [] password) {}

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {}

    @Override
    protected KeyManager[] engineGetKeyManagers() {
      return new KeyManager[] {new LiveKeys()};
    }
  }

  private final class Trust extends TrustManagerFactorySpi {
    @Override
    protected void engineInit(@Nullable KeyStore store) {}

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {}

    @Override
    protected TrustManager[] engineGetTrustManagers() {
      return new TrustManager[] {new LiveTrust()};
    }
  }

  private final class LiveKeys extends X509ExtendedKeyManager {
    @Override
    public String @Nullable [] getClientAliases(String type, Principal[] issuers) {
      return keys().getClientAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return keys().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
      return keys().getServerAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return keys().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
        String[] types, Principal[] issuers, SSLEngine engine) {
      return keys().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String type, Principal[] issuers, SSLEngine engine) {
      return keys().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      return keys().getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return keys().getPrivateKey(alias);
    }
  }

  private final class LiveTrust extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      trust().checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      trust().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      trust().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      trust().checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      trust().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      trust().checkServerTrusted(chain, type, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trust().getAcceptedIssuers();
    }
  }
}
