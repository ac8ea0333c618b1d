// What a property is tried with is drawn from one seed: who fails, fails for everybody, and says of which. TEST_SEED tries others.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED ?? 20261123) })
