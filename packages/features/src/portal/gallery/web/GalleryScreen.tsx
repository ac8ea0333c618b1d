// Every shared component of the interface in every state, light and dark; in development only (`npm run dev`, then /gallery).
import type { Language } from '@flotta/core/languages.ts'
import { languages } from '@flotta/core/languages.ts'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { setPreference } from '@flotta/ui/preferences.ts'
import { currentLanguage, setLanguage } from '@flotta/ui/texts.ts'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useReducer } from 'react'
import { Charts } from './Charts.tsx'
import { Feedback } from './Feedback.tsx'
import classes from './gallery.module.css'
import { Records } from './Records.tsx'
import { SmallParts } from './SmallParts.tsx'

export default function GalleryScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [, again] = useReducer((n: number) => n + 1, 0)
  return (
    <div className={classes.gallery}>
      <header className={classes.head}>
        <PageTitle />
        <SegmentedControl
          aria-label="Theme"
          value={colorScheme}
          onChange={scheme => setColorScheme(scheme as 'light' | 'dark' | 'auto')}
          data={['light', 'dark', 'auto']}
        />
        <SegmentedControl
          aria-label="Language"
          value={currentLanguage()}
          onChange={language => {
            setPreference('language', language as Language)
            void setLanguage(language as Language).then(again)
          }}
          data={[...languages]}
        />
      </header>
      <Feedback />
      <SmallParts />
      <Charts />
      <Records />
    </div>
  )
}
