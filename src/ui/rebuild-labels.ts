import { __, sprintf } from './i18n.ts';

export function cleanRebuildQuestion( environment: string ): string {
	return sprintf(
		/* translators: %s: name of an environment. */
		__( 'Clean Rebuild of %s?', 'headless-deploy' ),
		environment
	);
}

/** For example “Took 41 s, usually about 38 s”. */
export function withUsual( took: string, usual: string ): string {
	return sprintf(
		/* translators: 1: how long it has taken, for example “1 min 12 s”, 2: how long it usually takes, for example “2 min”. */
		__( '%1$s, usually about %2$s', 'headless-deploy' ),
		took,
		usual
	);
}
