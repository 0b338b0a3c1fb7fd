import { createContext, useContext } from '@wordpress/element';
import type { HostingConnection } from '../../shared/wire.ts';
import type { operations } from '../../shared/platform-api.generated.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';

export type OperationId = keyof operations;

/** Which environment a screen is about. */
export interface EnvironmentPath {
	account: string;
	app: string;
	/** UUID. */
	environment: string;
}

export interface UploadProgress {
	sentBytes: number;
	totalBytes: number;
}

export interface Upload {
	path: EnvironmentPath;
	file: File;
	onProgress: ( progress: UploadProgress ) => void;
	signal: AbortSignal;
}

/** The connection of a WordPress site to an environment of the host. */
export interface SiteConnection {
	/** In WordPress. */
	id: string;
	/** In WordPress. */
	label: string;
	/** What the server says about it. */
	message: string;
	/** Why the host refuses the webhook URL; empty while it does not. */
	problem: string;
}

/** The environments that a WordPress site is connected to. Its server knows them. */
export interface SiteConnections {
	connect: ( path: EnvironmentPath ) => Promise< HostingConnection >;
	/** Stores the webhook URL that the host accepts now. */
	reconnect: ( id: string ) => Promise< HostingConnection >;
	/** The connection to an environment; null without one. */
	find: ( path: EnvironmentPath ) => SiteConnection | null;
}

/** The hosting service that the screens are about, and what this page may do there. */
export interface Host {
	client: PlatformClient;
	/**
	 * Sends a zip, which is then deployed.
	 *
	 * @throws PlatformError
	 */
	upload: ( upload: Upload ) => Promise< void >;
	/** Whether an interrupted upload continues when the user chooses the same file again. */
	resumesUploads: boolean;
	/** The largest zip that the host accepts, in bytes; null if it does not say. */
	maxUploadBytes: number | null;
	/** Whether the host has an operation. A screen does not offer what the host does not have. */
	has: ( operation: OperationId ) => boolean;
	/** Whether the user may change something in an account. */
	mayWrite: ( account: string ) => boolean;
	/** The WordPress install that a new environment is linked to unless the user chooses another one; empty for none. */
	install: string;
	/** The connections of this WordPress site; null outside of wp-admin. */
	site: SiteConnections | null;
	/** The host’s API for commands: its address without a slash at the end, and the API user; null if the user may not see them. */
	api: { url: string; user: string } | null;
	/** How often answers are requested again, in milliseconds; false where an event stream tells of changes. */
	pollMs: number | false;
}

const HostContext = createContext< Host | null >( null );

export const HostProvider = HostContext.Provider;

export function useHost(): Host {
	const host = useContext( HostContext );
	if ( host === null ) {
		throw new Error( 'A hosting screen needs a HostProvider.' );
	}
	return host;
}

/** Whether the host has an operation and the user may start it in an account. */
export function useMay( account: string ) {
	const { has, mayWrite } = useHost();
	return ( operation: OperationId ): boolean =>
		has( operation ) && mayWrite( account );
}
