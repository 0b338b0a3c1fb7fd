/** Shell variables that turn off the statistics of the frameworks. */
export const NO_TELEMETRY = {
	NEXT_TELEMETRY_DISABLED: '1',
	NUXT_TELEMETRY_DISABLED: '1',
	ASTRO_TELEMETRY_DISABLED: '1',
};
