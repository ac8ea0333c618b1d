// Numbers of the words `green_driving_type` and `auto_geofence`, the same for all protocols: those of Teltonika.

/** The kind of harsh driving. */
export const drivingStyle = { acceleration: 1, braking: 2, cornering: 3 } as const
/** On which side of a fence, an area stored in the device, the vehicle is now. */
export const fenceSide = { outside: 0, inside: 1 } as const
