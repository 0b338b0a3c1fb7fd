import { errorMessage } from '../../shared/errors.ts';
import { __ } from '../../ui/i18n.ts';
import type {
	Credentials,
	CredentialsInput,
	DecidedEnvironment,
	EnvironmentInput,
	EnvironmentSettings,
	GeneralInput,
	GeneralSettings,
	HostingConnection,
	HostingMessage,
	NewRefreshSecret,
	Notifications,
	NotificationsInput,
	Recognition,
	RefreshTest,
	Schedule,
	ScheduleInput,
	Schedules,
	Settings,
} from '../../shared/wire.ts';
import { fetchRaw, pathOf, request } from '../../live/request.ts';

/** Loads all settings; for administrators. */
export function fetchSettings(): Promise< Settings > {
	return request( 'settings', 'environments' );
}

/** Loads all schedules. */
export async function fetchSchedules(): Promise< Schedule[] > {
	return ( await request< Schedules >( 'settings/schedules', 'schedules' ) )
		.schedules;
}

/** Asks what a pasted webhook URL belongs to, complete or not; nothing is stored. */
export function recognizeWebhook( webhookUrl: string ): Promise< Recognition > {
	return request( 'settings/recognize', 'message', {
		method: 'POST',
		data: { webhookUrl },
	} );
}

type Versioned = { etag: string };

/** Makes a write conditional on the version that was shown: if another user saved first, it is rejected with 412. */
function ifMatch( etag: string ): Record< string, string > {
	return etag === '' ? {} : { 'If-Match': etag };
}

function create< T extends Versioned >(
	route: string,
	data: object
): Promise< T > {
	return request( `settings/${ route }`, 'etag', { method: 'POST', data } );
}

function update< T extends Versioned >(
	route: string,
	etag: string,
	data: object
): Promise< T > {
	return request( `settings/${ route }`, 'etag', {
		method: 'PUT',
		headers: ifMatch( etag ),
		data,
	} );
}

async function remove( route: string, etag: string ): Promise< void > {
	await fetchRaw( pathOf( `settings/${ route }` ), {
		method: 'DELETE',
		headers: ifMatch( etag ),
	} );
}

function environmentRoute( id: string ): string {
	return `environments/${ encodeURIComponent( id ) }`;
}

/** Connects a new environment; the webhook URL is required. */
export function createEnvironment(
	input: EnvironmentInput
): Promise< EnvironmentSettings > {
	return create( 'environments', input );
}

export function updateEnvironment(
	id: string,
	etag: string,
	input: EnvironmentInput
): Promise< EnvironmentSettings > {
	return update( environmentRoute( id ), etag, input );
}

export function deleteEnvironment( id: string, etag: string ): Promise< void > {
	return remove( environmentRoute( id ), etag );
}

/** Undoes the removal of an environment. */
export function restoreEnvironment(
	id: string,
	etag: string
): Promise< DecidedEnvironment > {
	return request( `settings/${ environmentRoute( id ) }/restore`, 'message', {
		method: 'POST',
		headers: ifMatch( etag ),
	} );
}

/** Generates a secret for refresh requests; only this response contains it. */
export function generateRefreshSecret(
	id: string,
	etag: string
): Promise< NewRefreshSecret > {
	return request(
		`settings/${ environmentRoute( id ) }/refresh-secret`,
		'secret',
		{ method: 'POST', headers: ifMatch( etag ) }
	);
}

/** Sends a test request to the refresh URL; the response says what the front end answered. */
export function testRefresh( id: string ): Promise< RefreshTest > {
	return request(
		`settings/${ environmentRoute( id ) }/refresh-test`,
		'message',
		{ method: 'POST' }
	);
}

/** Stores the webhook URL that the host accepts now, with the API user. */
export function reconnect( id: string ): Promise< HostingConnection > {
	return request( 'hosting/reconnect', 'message', {
		method: 'POST',
		data: { environment: id },
	} );
}

/** Sets the refresh secret as a variable of the environment at the host, with the API user. */
export function setRefreshSecretOnHost(
	id: string
): Promise< HostingMessage > {
	return request( 'hosting/refresh-secret', 'message', {
		method: 'POST',
		data: { environment: id },
	} );
}

function scheduleRoute( id: string ): string {
	return `schedules/${ encodeURIComponent( id ) }`;
}

export function createSchedule( input: ScheduleInput ): Promise< Schedule > {
	return create( 'schedules', input );
}

export function updateSchedule(
	id: string,
	etag: string,
	input: ScheduleInput
): Promise< Schedule > {
	return update( scheduleRoute( id ), etag, input );
}

export function deleteSchedule( id: string, etag: string ): Promise< void > {
	return remove( scheduleRoute( id ), etag );
}

export function updateGeneral(
	etag: string,
	input: GeneralInput
): Promise< GeneralSettings > {
	return update( 'general', etag, input );
}

/** Says why the decision about a meta key was not saved. */
export function metaKeyError( refusal: unknown ): string {
	return errorMessage(
		refusal,
		__( 'The meta key was not saved. Try again.', 'headless-deploy' )
	);
}

export function updateNotifications(
	etag: string,
	input: NotificationsInput
): Promise< Notifications > {
	return update( 'notifications', etag, input );
}

/** Sends a test message to each channel; the response contains the results. */
export function testNotifications(): Promise< Notifications > {
	return request( 'settings/notifications/test', 'etag', { method: 'POST' } );
}

/** Saves credentials; without a password the stored one stays. */
export function saveCredentials(
	etag: string,
	input: CredentialsInput
): Promise< Credentials > {
	return update( 'credentials', etag, input );
}

/** Removes stored credentials; those in wp-config.php stay. */
export function deleteCredentials( etag: string ): Promise< void > {
	return remove( 'credentials', etag );
}

/** Asks the server to check the credentials; the response contains the result. */
export function checkCredentials(): Promise< Credentials > {
	return request( 'settings/credentials/check', 'etag', { method: 'POST' } );
}

export function settingsNotLoaded(): string {
	return __( 'The settings could not be loaded.', 'headless-deploy' );
}

function found< T >( resource: T | undefined, message: string ): T {
	if ( resource === undefined ) {
		throw { code: 'headless_deploy_gone', message };
	}
	return resource;
}

export async function newestEnvironment(
	wantedId: string
): Promise< EnvironmentSettings > {
	const { environments } = await fetchSettings();
	return found(
		environments.find( ( { id } ) => id === wantedId ),
		__( 'This environment no longer exists.', 'headless-deploy' )
	);
}

export async function newestGeneral(): Promise< GeneralSettings > {
	return found( ( await fetchSettings() ).general, settingsNotLoaded() );
}

export async function newestNotifications(): Promise< Notifications > {
	return found(
		( await fetchSettings() ).notifications,
		settingsNotLoaded()
	);
}

export async function newestSchedule( wantedId: string ): Promise< Schedule > {
	const { schedules = [] } = await fetchSettings();
	return found(
		schedules.find( ( { id } ) => id === wantedId ),
		__( 'This schedule no longer exists.', 'headless-deploy' )
	);
}

/** Loads the credentials; null if there are none. */
export async function newestCredentials(): Promise< Credentials | null > {
	return ( await fetchSettings() ).credentials ?? null;
}
