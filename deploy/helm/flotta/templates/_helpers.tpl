{{/* What all processes of Flotta share: called with a list of the root and the role (or "migrate"). */}}
{{- define "flotta.name" -}}
{{- if contains "flotta" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-flotta{{ end }}
{{- end }}

{{- define "flotta.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: flotta
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "flotta.labels" -}}
{{- $root := index . 0 -}}
{{ include "flotta.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end }}

{{- define "flotta.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "flotta.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "flotta.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Pod of a role. */}}
{{- define "flotta.pod" -}}
{{- $root := index . 0 -}}
{{- $role := index . 1 -}}
{{- $values := index $root.Values $role -}}
metadata:
  labels:
    {{- include "flotta.labels" . | nindent 4 }}
  annotations:
    prometheus.io/scrape: "true"
    prometheus.io/port: "9464"
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 45
  securityContext:
    {{- include "flotta.podSecurity" $root | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "flotta.selector" . | nindent 10 }}
  containers:
    - name: {{ $role }}
      image: {{ include "flotta.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        {{- include "flotta.security" $root | nindent 8 }}
      env:
        - name: FLOTTA_INSTANCE
          valueFrom: { fieldRef: { fieldPath: metadata.name } }
        - name: FLOTTA_ROLES
          value: {{ $role }}
        - name: FLOTTA_MIGRATE
          value: "0"
        - name: FLOTTA_PUBLIC_URL
          value: {{ $root.Values.publicUrl | quote }}
        - name: NATS_URL
          value: {{ $root.Values.nats.url | quote }}
        {{- with $root.Values.trustedProxies }}
        - name: FLOTTA_TRUSTED_PROXIES
          value: {{ join "," . | quote }}
        {{- end }}
        {{- with $values.proxies }}
        - name: FLOTTA_GATEWAY_PROXIES
          value: {{ join "," . | quote }}
        {{- end }}
        {{- range $name, $value := $root.Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        - secretRef: { name: {{ $root.Values.secret }} }
      ports:
        - { name: health, containerPort: 9464 }
        {{- if eq $role "gateway" }}
        - { name: trackers, containerPort: 5000 }
        - { name: trackers-udp, containerPort: 5000, protocol: UDP }
        - { name: devices, containerPort: 5027 }
        - { name: devices-udp, containerPort: 5027, protocol: UDP }
        {{- end }}
        {{- if eq $role "api" }}
        - { name: web, containerPort: 8080 }
        {{- end }}
      # it may wait for the database's migration
      startupProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 2
        failureThreshold: 300
      livenessProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: health }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      {{- if eq $role "api" }}
      # balancers hear first that it goes
      lifecycle:
        preStop: { exec: { command: [sleep, "5"] } }
      {{- end }}
      {{- with $values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /var/lib/flotta }
  volumes:
    - name: tmp
      emptyDir: {}
    - name: data
      emptyDir: {}
{{- end }}
