import { useQueryClient } from '@tanstack/react-query';
import { speak } from '@wordpress/a11y';
import {
	createContext,
	useContext,
	useRef,
	useState,
} from '@wordpress/element';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath, UploadProgress } from '../client/host.ts';
import { useNotice } from '../../ui/notice-line.tsx';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { __ } from '../../ui/i18n.ts';
import { failureLabel, uploadedLabel, zipRefusal } from './upload-labels.ts';

const SUMMARY =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary';

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
	/** Cancels the upload, or forgets why it was refused. */
	discard: () => void;
}

const UploadsContext = createContext< Uploads | null >( null );

export function isSending( upload: Upload | null ): upload is Upload {
	return upload !== null && upload.refusal === '';
}

/** Says which build an upload has started, and shows it. */
function useShowBuild() {
	const { client, has } = useHost();
	const queries = useQueryClient();
	const showNotice = useNotice();
	const [ address, navigate ] = useLocation();
	const shown = useRef( address );
	shown.current = address;
	return async ( path: EnvironmentPath ) => {
		void queries.invalidateQueries();
		const read = has( 'readEnvironmentSummary' )
			? client.GET( SUMMARY, { params: { path: { ...path } } } )
			: null;
		const answer = await read?.catch( () => null );
		const build = answer?.data?.newest ?? null;
		showNotice( uploadedLabel( build ) );
		// The user may have gone to another screen.
		if ( shown.current.startsWith( addresses.environment( path ) ) ) {
			const page = build === null ? [] : [ build.number ];
			navigate( addresses.environment( path, 'builds', ...page ) );
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
	useUnsavedGuard( isSending( upload ) );

	const change = ( changes: ( last: Upload ) => Partial< Upload > ) =>
		setUpload( ( last ) => last && { ...last, ...changes( last ) } );
	const send = async ( path: EnvironmentPath, file: File ) => {
		const { signal } = ( controller.current = new AbortController() );
		const startMs = Date.now();
		try {
			await host.upload( {
				path,
				file,
				signal,
				onProgress: ( progress ) => {
					const elapsedMs = Date.now() - startMs;
					change( () => ( { progress, elapsedMs } ) );
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
			} else {
				change( ( { progress } ) => ( {
					refusal: failureLabel(
						error,
						progress,
						host.resumesUploads
					),
				} ) );
			}
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
	const discard = () =>
		isSending( upload ) ? controller.current?.abort() : setUpload( null );
	return (
		<UploadsContext.Provider value={ { upload, start, discard } }>
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
