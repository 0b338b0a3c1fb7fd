import apiFetch from '@wordpress/api-fetch';
import { useCallback, useState } from '@wordpress/element';
import type { BootData } from '../shared/boot.ts';
import type { Environment } from '../shared/wire.ts';

/** What each environment does by itself, by id. */
export type Automations = Readonly< Record< string, Environment > >;

interface Known {
	automations: Automations;
	/** Asks anew: somebody may have changed the settings since the editor was opened. */
	ask: () => Promise< void >;
}

function byId( environments: readonly Environment[] ): Automations {
	return Object.fromEntries(
		environments.map( ( environment ) => [ environment.id, environment ] )
	);
}

/**
 * Keeps what the environments do by themselves.
 *
 * @param boot What the page came with.
 */
export function useAutomations( boot: BootData ): Known {
	const [ automations, setAutomations ] = useState( () =>
		byId( boot.preload.environments ?? [] )
	);
	const ask = useCallback( async () => {
		try {
			const answer = await apiFetch< { environments: Environment[] } >( {
				path: '/headless-deploy/v1/environments',
			} );
			setAutomations( byId( answer.environments ) );
		} catch {
			// What the page came with still holds, and a lost connection is told elsewhere.
		}
	}, [] );
	return { automations, ask };
}
