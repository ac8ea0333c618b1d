// The set-up of an empty installation: who runs it, the first company, and whether the demo stays. Pages before a sign-in load few styles; selects and lists
// need more.
import { AccountEmail } from '@flotta/ui/form-fields.tsx'
import '@mantine/core/styles.layer.css'
import { type Language, languages } from '@flotta/core/languages.ts'
import { ApiError, messageOf, mutation, query } from '@flotta/ui/api.ts'
import { installation } from '@flotta/ui/installation.ts'
import { session } from '@flotta/ui/session.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Anchor, Button, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../people/auth/web/Notice.tsx'
import { PasswordChecklist } from '../../../people/auth/web/PasswordChecklist.tsx'
import { PasswordField } from '../../../people/auth/web/PasswordField.tsx'
import { PublicPage } from '../../../people/auth/web/PublicPage.tsx'
import { languageNames } from '../../../people/auth/web/useChangeLanguage.ts'
import { SetupForm, setUp, setupChoices, setupState } from '../contract.ts'

interface Values {
  token: string
  name: string
  email: string
  password: string
  language: Language
  timezone: string
  runs: 'one' | 'several'
  company: { name: string }
  demo: SetupForm['demo']
  map: SetupForm['map']
}
type Form = UseFormReturnType<Values>

const bodyOf = ({ runs, company, ...values }: Values) => ({
  ...values,
  company: runs === 'one' ? company : null,
})

const timezones = Intl.supportedValuesOf('timeZone')
/** The browser's time zone, else the installation's: some browsers report a zone without a place, such as UTC. */
function ownTimezone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timezones.includes(timeZone) ? timeZone : installation.timezone
}

export default function SetupScreen() {
  const { t } = useTranslation()
  const { data } = useQuery(query(setupState, {}))
  return (
    <PublicPage>
      <h1>{t('setup.title')}</h1>
      {data?.needed === false ? (
        <Stack gap="md" mt="lg">
          <Notice kind="calm" text={t('setup.done')} />
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('setup.to_login')}
          </Anchor>
        </Stack>
      ) : (
        <SetupBody />
      )}
    </PublicPage>
  )
}

function useSetup() {
  const router = useRouter()
  const queries = useQueryClient()
  const form = useForm<Values>({
    initialValues: {
      // the printed address has the token after the #, which browsers do not send to servers
      token: decodeURIComponent(location.hash.replace(/^#/, '')),
      name: '',
      email: '',
      password: '',
      language: currentLanguage(),
      timezone: ownTimezone(),
      runs: 'one',
      company: { name: '' },
      demo: 'keep',
      map: 'essential',
    },
    validate: values => zodForm(SetupForm)(bodyOf(values)),
  })
  const submit = useMutation({
    ...mutation(setUp),
    meta: { quiet: true },
    onSuccess: async (token, { body }) => {
      // somebody may have looked at the demo in this browser
      queries.clear()
      session.begin(token)
      // the empty map of a new company shows how to add its first vehicle
      const to = body.company === null ? '/' : '/global-map'
      // this page was loaded when its content policy did not allow the map service yet
      if (body.map === 'streets') location.assign(to)
      else await router.navigate({ to })
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  return { form, submit }
}

function SetupBody() {
  const { t } = useTranslation()
  const { form, submit } = useSetup()
  const isRefused = submit.error instanceof ApiError && submit.error.status === 404
  return (
    <form noValidate onSubmit={form.onSubmit(values => submit.mutate({ body: bodyOf(values) }))}>
      <Text c="dimmed" mt={4}>
        {t('setup.text')}
      </Text>
      <Stack gap="md" mt="lg">
        {submit.error !== null && (
          <Notice kind="bad" text={isRefused ? t('setup.wrong_token') : messageOf(submit.error)} />
        )}
        <TextInput
          {...form.getInputProps('token')}
          label={t('setup.token')}
          description={t('setup.token_text')}
          autoComplete="off"
          spellCheck={false}
        />
        <Person form={form} />
        <Radio.Group {...form.getInputProps('runs')} label={t('setup.runs')}>
          <Stack gap={6} mt={6}>
            <Radio value="one" label={t('setup.runs_one')} />
            <Radio value="several" label={t('setup.runs_several')} />
          </Stack>
        </Radio.Group>
        {form.values.runs === 'one' && (
          <TextInput
            {...form.getInputProps('company.name')}
            label={t('setup.company')}
            autoComplete="organization"
          />
        )}
        <Radio.Group {...form.getInputProps('map')} label={t('setup.map')}>
          <Stack gap={6} mt={6}>
            <Radio value="essential" label={t('setup.map_essential')} />
            <Radio
              value="streets"
              label={t('setup.map_streets')}
              description={t('setup.map_streets_text')}
            />
          </Stack>
        </Radio.Group>
        <DemoChoice form={form} />
        <Button type="submit" size="md" fullWidth loading={submit.isPending}>
          {t('setup.save')}
        </Button>
      </Stack>
    </form>
  )
}

/** The choice of keeping the demo, where one exists or may exist. */
function DemoChoice({ form }: { readonly form: Form }) {
  const { t } = useTranslation()
  const { data } = useQuery(query(setupChoices, {}))
  if (data?.demo === false) return null
  return (
    <Radio.Group {...form.getInputProps('demo')} label={t('setup.demo')}>
      <Stack gap={6} mt={6}>
        <Radio value="keep" label={t('setup.demo_keep')} />
        <Radio value="remove" label={t('setup.demo_remove')} />
      </Stack>
    </Radio.Group>
  )
}

/** The person who runs the installation, with language and time zone. */
function Person({ form }: { readonly form: Form }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label={t('setup.name')}
        autoComplete="name"
        autoFocus
      />
      <AccountEmail {...form.getInputProps('email')} label={t('auth.email')} />
      <PasswordField
        {...form.getInputProps('password')}
        name="password"
        label={t('auth.password')}
        autoComplete="new-password"
      />
      <PasswordChecklist password={form.values.password} />
      <Select
        {...form.getInputProps('language')}
        label={t('auth.language')}
        allowDeselect={false}
        data={languages.map(value => ({ value, label: languageNames[value] }))}
      />
      <Select
        {...form.getInputProps('timezone')}
        label={t('setup.timezone')}
        searchable
        allowDeselect={false}
        data={timezones}
        limit={100}
      />
    </>
  )
}
