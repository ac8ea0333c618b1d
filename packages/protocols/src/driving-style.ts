// Numbers of the words `green_driving_type` and `auto_geofence`, which mean the same whatever the protocol: those of Teltonika.

/** What a driver did too hard. */
export const drivingStyle = { acceleration: 1, braking: 2, cornering: 3 } as const
/** The border of an area that the device keeps itself. */
export const fenceSide = { outside: 0, inside: 1 } as const
