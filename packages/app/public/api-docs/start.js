// The page of the API on which calls can be tried: it takes the place of the plain list once it is drawn.
const API = '/api/v1'

/** Calls go to where the page came from, whatever the public address says. */
async function start() {
  const document = await (await fetch(`${API}/openapi.json`)).json()
  window.SwaggerUIBundle({
    spec: { ...document, servers: [{ url: API }] },
    dom_id: '#tried',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: -1,
    // no other host is asked anything
    validatorUrl: null,
    onComplete: () => window.document.getElementById('plain')?.remove(),
  })
}
void start()
