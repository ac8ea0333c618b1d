// The random input of all properties is drawn from one seed, so that a failure is the same everywhere and is reported with its seed. TEST_SEED sets
// another one.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED ?? 20261123) })
