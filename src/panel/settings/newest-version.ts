import { __ } from '../i18n.ts';
import type {
	EnvironmentSettings,
	GeneralSettings,
	Schedule,
	Settings,
} from '../../shared/wire.ts';
import { fetchSettings } from './api.ts';

async function find< T >(
	pick: ( settings: Settings ) => T | undefined,
	message: string
): Promise< T > {
	const found = pick( await fetchSettings() );
	if ( found === undefined ) {
		throw { code: 'headless_deploy_gone', message };
	}
	return found;
}

/** Asks for the newest version of an environment. */
export function newestEnvironment(
	wanted: string
): Promise< EnvironmentSettings > {
	return find(
		( { environments } ) =>
			environments.find( ( { id } ) => id === wanted ),
		__( 'This environment no longer exists.', 'headless-deploy' )
	);
}

/** Asks for the newest version of what counts as a change. */
export function newestGeneral(): Promise< GeneralSettings > {
	return find(
		( { general } ) => general,
		__( 'The settings could not be loaded.', 'headless-deploy' )
	);
}

/** Asks for the newest version of a schedule. */
export function newestSchedule( wanted: string ): Promise< Schedule > {
	return find(
		( { schedules = [] } ) => schedules.find( ( { id } ) => id === wanted ),
		__( 'This schedule no longer exists.', 'headless-deploy' )
	);
}
