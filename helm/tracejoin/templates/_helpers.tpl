{{- define "tracejoin.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "tracejoin.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "tracejoin.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "tracejoin.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tracejoin.selectorLabels" -}}
app.kubernetes.io/name: {{ include "tracejoin.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tracejoin.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "tracejoin.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "tracejoin.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tracejoin.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "tracejoin.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Where the schema lives and who may make it. */}}
{{- define "tracejoin.databaseEnv" -}}
- name: SPRING_DATASOURCE_URL
  value: {{ .Values.database.url | quote }}
- name: SPRING_DATASOURCE_USERNAME
  valueFrom:
    secretKeyRef: {name: {{ .Values.database.existingSecret | quote }}, key: {{ .Values.database.usernameKey | quote }}}
- name: SPRING_DATASOURCE_PASSWORD
  valueFrom:
    secretKeyRef: {name: {{ .Values.database.existingSecret | quote }}, key: {{ .Values.database.passwordKey | quote }}}
- name: SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE
  value: {{ .Values.database.poolSize | quote }}
{{- end -}}

{{/* TLS on all three ports by one bundle, read from files that are mounted and reloaded. */}}
{{- define "tracejoin.tlsEnv" -}}
{{- if .Values.tls.existingSecret }}
- name: SPRING_SSL_BUNDLE_PEM_TRACEJOIN_KEYSTORE_CERTIFICATE
  value: file:/tls/tls.crt
- name: SPRING_SSL_BUNDLE_PEM_TRACEJOIN_KEYSTORE_PRIVATEKEY
  value: file:/tls/tls.key
- name: SPRING_SSL_BUNDLE_PEM_TRACEJOIN_RELOADONUPDATE
  value: "true"
- name: SERVER_SSL_BUNDLE
  value: tracejoin
- name: SPRING_GRPC_SERVER_SSL_BUNDLE
  value: tracejoin
{{- if .Values.tls.clientCaKey }}
- name: SPRING_SSL_BUNDLE_PEM_TRACEJOIN_TRUSTSTORE_CERTIFICATE
  value: {{ printf "file:/tls/%s" .Values.tls.clientCaKey | quote }}
- name: SERVER_SSL_CLIENTAUTH
  value: need
- name: SPRING_GRPC_SERVER_SSL_CLIENTAUTH
  value: REQUIRE
{{- end }}
{{- end }}
{{- end -}}

{{- define "tracejoin.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "tracejoin.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}
