// Makes the calls on the page of the API ones that can be tried: each gets a form when it is opened.
const API = '/api/v1'
const token = labelled('Token', 'password')

/** An input with its label. */
function labelled(text, type = 'text', placeholder = '') {
  const label = document.createElement('label')
  const input = document.createElement(type === 'textarea' ? 'textarea' : 'input')
  if (type !== 'textarea') input.type = type
  Object.assign(input, { placeholder, autocomplete: 'off', spellcheck: false })
  label.append(`${text} `, input)
  return { label, input }
}

/** The part of the document that a reference points to. */
const resolved = (api, value) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split('/')
        .reduce((part, key) => part[key], api)

/** An initial value: the required fields of a schema, empty. */
function blankOf(api, reference, depth = 0) {
  const schema = resolved(api, reference) ?? {}
  if (depth > 5) return null
  if ('default' in schema) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return blankOf(api, choice[0], depth + 1)
  const type = [schema.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map(name => [
        name,
        blankOf(api, schema.properties?.[name], depth + 1),
      ]),
    )
  return { array: [], string: '', boolean: false, integer: 0, number: 0 }[type] ?? null
}

/** The form of a call; the answer appears below it. */
function formOf(api, { method, path, operation }) {
  const form = document.createElement('form')
  const parameters = (operation.parameters ?? [])
    .map(parameter => resolved(api, parameter))
    .filter(parameter => parameter.in !== 'header')
    .map(parameter => ({
      ...parameter,
      field: labelled(parameter.name, 'text', parameter.required ? 'required' : ''),
    }))
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const body = schema === undefined ? null : labelled('Body', 'textarea')
  if (body !== null) {
    body.input.rows = 8
    body.input.value = JSON.stringify(blankOf(api, schema), null, 2)
  }
  const button = document.createElement('button')
  button.textContent = 'Send'
  const answer = document.createElement('pre')
  answer.setAttribute('aria-live', 'polite')
  form.append(
    ...parameters.map(({ field }) => field.label),
    ...(body === null ? [] : [body.label]),
    button,
    answer,
  )
  form.addEventListener('submit', async event => {
    event.preventDefault()
    answer.textContent = '…'
    answer.textContent = await send(method, path, parameters, body?.input.value)
  })
  return form
}

/** @returns status and body of the answer, as text */
async function send(method, path, parameters, body) {
  const textOf = ({ field }) => field.input.value.trim()
  const query = new URLSearchParams(
    parameters
      .filter(parameter => parameter.in === 'query' && textOf(parameter) !== '')
      .map(parameter => [parameter.name, textOf(parameter)]),
  )
  const place = parameters
    .filter(parameter => parameter.in === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(textOf(parameter))),
      path,
    )
  const secret = token.input.value.trim()
  try {
    const response = await fetch(`${API}${place}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        ...(secret !== '' && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const content = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
    return `${response.status} ${response.statusText}\n\n${content.slice(0, 200_000)}`
  } catch (error) {
    return String(error)
  }
}

async function start() {
  const api = await (await fetch(`${API}/openapi.json`)).json()
  const calls = new Map(
    Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method, path, operation },
      ]),
    ),
  )
  document.querySelector('nav')?.before(token.label)
  const addForm = details => {
    const call = calls.get(details.id)
    if (!details.open || call === undefined || details.querySelector('form') !== null) return
    details.querySelector('summary').after(formOf(api, call))
  }
  // the event does not bubble
  document.addEventListener('toggle', ({ target }) => addForm(target), true)
  for (const details of document.querySelectorAll('details[open]')) addForm(details)
}
void start()
