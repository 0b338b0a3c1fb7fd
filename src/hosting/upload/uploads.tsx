import { useQueryClient } from '@tanstack/react-query';
import { speak } from '@wordpress/a11y';
import {
	createContext,
	useContext,
	useEffect,
	useRef,
	useState,
} from '@wordpress/element';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath, Host, UploadProgress } from '../client/host.ts';
import { useNotice } from '../components/notice-line.tsx';
import { __, sprintf } from '../i18n.ts';
import { sizeLabel } from '../labels/size.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { zipRefusal } from './zip-check.ts';

/** A zip on its way to the host, or one that was refused. */
export interface Upload {
	path: EnvironmentPath;
	fileName: string;
	/** How long sending took when `progress` was reported. */
	elapsedMs: number;
	progress: UploadProgress;
	/** Why it was not deployed; empty while it is sent. */
	refusal: string;
}

interface Uploads {
	/** The last one, until it is deployed. */
	upload: Upload | null;
	start: ( path: EnvironmentPath, file: File ) => void;
	cancel: () => void;
	/** Forgets why the last one was refused. */
	dismiss: () => void;
}

const UploadsContext = createContext< Uploads | null >( null );

export function isSending( upload: Upload | null ): upload is Upload {
	return upload !== null && upload.refusal === '';
}

function connectionLost( sentBytes: number, isResumable: boolean ): string {
	const message = isResumable
		? /* translators: %s: size of what was sent. */
			__(
				'The connection was lost after %s. Upload the same file again to continue from there.',
				'headless-deploy'
			)
		: /* translators: %s: size of what was sent. */
			__(
				'The connection was lost after %s. Nothing was deployed. Upload it again.',
				'headless-deploy'
			);
	return sprintf( message, sizeLabel( sentBytes ) );
}

function useAskBeforeLeaving( isAsking: boolean ): void {
	useEffect( () => {
		if ( ! isAsking ) {
			return undefined;
		}
		const ask = ( event: BeforeUnloadEvent ) => event.preventDefault();
		addEventListener( 'beforeunload', ask );
		return () => removeEventListener( 'beforeunload', ask );
	}, [ isAsking ] );
}

/** Reads the number of the build that an upload has started. */
async function startedBuild( { client, has }: Host, path: EnvironmentPath ) {
	if ( ! has( 'readEnvironmentSummary' ) ) {
		return null;
	}
	const { data } = await client.GET(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary',
		{ params: { path: { ...path } } }
	);
	return data?.newest ?? null;
}

function uploadedNotice( build: Build | null ): string {
	if ( build === null ) {
		return __( 'Uploaded.', 'headless-deploy' );
	}
	return build.state === 'queued'
		? sprintf(
				/* translators: %d: number of a build. */
				__( 'Uploaded. Build %d is queued.', 'headless-deploy' ),
				build.number
			)
		: sprintf(
				/* translators: %d: number of a build. */
				__( 'Uploaded. Build %d has started.', 'headless-deploy' ),
				build.number
			);
}

function useShowBuild() {
	const host = useHost();
	const queries = useQueryClient();
	const showNotice = useNotice();
	const [ address, navigate ] = useLocation();
	const shown = useRef( address );
	shown.current = address;
	return async ( path: EnvironmentPath ) => {
		void queries.invalidateQueries();
		const build = await startedBuild( host, path ).catch( () => null );
		showNotice( uploadedNotice( build ) );
		// The user may have gone to another screen.
		if ( shown.current.startsWith( addresses.environment( path ) ) ) {
			navigate(
				addresses.environment(
					path,
					'builds',
					...( build === null ? [] : [ build.number ] )
				)
			);
		}
	};
}

/** Sends zips. An upload goes on while the user looks at other screens. */
export function UploadsProvider( { children }: { children: ReactNode } ) {
	const host = useHost();
	const showBuild = useShowBuild();
	const [ upload, setUpload ] = useState< Upload | null >( null );
	/** Of the upload that is sent; null while none is. */
	const controller = useRef< AbortController | null >( null );
	useAskBeforeLeaving( isSending( upload ) );

	const change = ( changes: Partial< Upload > ) =>
		setUpload( ( last ) => last && { ...last, ...changes } );
	const send = async ( path: EnvironmentPath, file: File ) => {
		const { signal } = ( controller.current = new AbortController() );
		const startedAt = Date.now();
		let sentBytes = 0;
		try {
			await host.upload( {
				path,
				file,
				signal,
				onProgress: ( progress ) => {
					( { sentBytes } = progress );
					change( { progress, elapsedMs: Date.now() - startedAt } );
				},
			} );
			setUpload( null );
			await showBuild( path );
		} catch ( error ) {
			if ( signal.aborted ) {
				setUpload( null );
				speak(
					__(
						'Upload canceled. Nothing was deployed.',
						'headless-deploy'
					)
				);
				return;
			}
			const isLost = error instanceof PlatformError && error.status === 0;
			const { message } = error as Error;
			change( {
				refusal: isLost
					? connectionLost( sentBytes, host.resumesUploads )
					: message,
			} );
		} finally {
			controller.current = null;
		}
	};
	const start = ( path: EnvironmentPath, file: File ) => {
		if ( controller.current !== null ) {
			speak(
				__(
					'Another upload is running. Wait for it, or cancel it.',
					'headless-deploy'
				),
				'assertive'
			);
			return;
		}
		const refusal = zipRefusal( file, host.maxUploadBytes );
		setUpload( {
			path,
			fileName: file.name,
			elapsedMs: 0,
			progress: { sentBytes: 0, totalBytes: file.size },
			refusal,
		} );
		if ( refusal === '' ) {
			void send( path, file );
		}
	};
	const cancel = () => controller.current?.abort();
	const dismiss = () => setUpload( null );
	return (
		<UploadsContext.Provider value={ { upload, start, cancel, dismiss } }>
			{ children }
		</UploadsContext.Provider>
	);
}

export function useUploads(): Uploads {
	const uploads = useContext( UploadsContext );
	if ( uploads === null ) {
		throw new Error( 'A screen that uploads needs an UploadsProvider.' );
	}
	return uploads;
}
