const IS_ROOT = process.getuid?.() === 0;

/** The beginning of a command. Root may read each folder, unless it gives up these two permissions. */
export const WITHOUT_PERMISSIONS_OF_ROOT = IS_ROOT
	? [ 'setpriv', '--bounding-set', '-dac_override,-dac_read_search' ]
	: [];
