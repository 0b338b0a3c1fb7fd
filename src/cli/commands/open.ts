import { onHost } from '../command.ts';
import { readAddress } from '../place.ts';

export const definition = onHost( 'environment', {
	about: 'open the site of an environment in the browser',
	run: async ( host ) => {
		const url = await readAddress( host );
		const isOpened =
			URL.canParse( url ) && ( await host.context.openUrl( url ) );
		if ( ! isOpened ) {
			host.context.warn(
				'No browser could be opened. Open the address yourself.'
			);
		}
		return { json: { url, isOpened }, lines: [ url ] };
	},
} );
