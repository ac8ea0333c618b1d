// The vehicle's supply.
import eyepower from '../eyepower/overview.ts'

export default eyepower
