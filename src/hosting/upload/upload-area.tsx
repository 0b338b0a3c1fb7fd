import { Notice } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { useEnvironmentSummary } from '../client/environment.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Icon } from '../components/icon.tsx';
import { __, _x, sprintf } from '../i18n.ts';
import { durationLabel } from '../labels/duration.ts';
import { limitLabel, sizeLabel } from '../labels/size.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { isSending, useUploads } from './uploads.tsx';
import type { Upload } from './uploads.tsx';

/** A function that lets the user choose a zip, and the input that does so. */
function useFileDialog( path: EnvironmentPath ) {
	const { start } = useUploads();
	const input = useRef< HTMLInputElement >( null );
	return {
		choose: () => input.current?.click(),
		input: (
			<input
				ref={ input }
				type="file"
				accept=".zip,application/zip"
				hidden
				data-testid="zip"
				onChange={ ( { target } ) => {
					const [ file ] = target.files ?? [];
					// The same file may be chosen again.
					target.value = '';
					if ( file ) {
						start( path, file );
					}
				} }
			/>
		),
	};
}

/** Opens the file dialog. */
export function UploadButton( {
	path,
	isPrimary = false,
}: {
	path: EnvironmentPath;
	isPrimary?: boolean;
} ) {
	const { upload } = useUploads();
	const { choose, input } = useFileDialog( path );
	return (
		<>
			<ActionButton
				variant={ isPrimary ? 'primary' : 'secondary' }
				disabledReason={
					isSending( upload )
						? __( 'Another upload is running.', 'headless-deploy' )
						: ''
				}
				onClick={ choose }
			>
				<Icon name="upload" /> { __( 'Upload zip', 'headless-deploy' ) }
			</ActionButton>
			{ input }
		</>
	);
}

function hasFiles( { dataTransfer }: DragEvent ): boolean {
	return dataTransfer?.types.includes( 'Files' ) ?? false;
}

/**
 * Takes a file that is dropped anywhere on the page.
 *
 * @return Whether a file is dragged over the page.
 */
function useDroppedFile( onDrop: ( file: File ) => void ): boolean {
	const [ depth, setDepth ] = useState( 0 );
	const drop = useRef( onDrop );
	drop.current = onDrop;
	useEffect( () => {
		const controller = new AbortController();
		const on = (
			type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
			listener: ( event: DragEvent ) => void
		) =>
			addEventListener(
				type,
				( event ) => hasFiles( event ) && listener( event ),
				{ signal: controller.signal }
			);
		on( 'dragenter', () => setDepth( ( last ) => last + 1 ) );
		on( 'dragleave', () =>
			setDepth( ( last ) => Math.max( 0, last - 1 ) )
		);
		on( 'dragover', ( event ) => event.preventDefault() );
		on( 'drop', ( event ) => {
			event.preventDefault();
			setDepth( 0 );
			const [ file ] = event.dataTransfer?.files ?? [];
			if ( file ) {
				drop.current( file );
			}
		} );
		return () => controller.abort();
	}, [] );
	return depth > 0;
}

/** Where a zip is dropped, while none is sent. */
export function DropZone( { path }: { path: EnvironmentPath } ) {
	const { maxUploadBytes } = useHost();
	const { upload } = useUploads();
	const { choose, input } = useFileDialog( path );
	if ( isSending( upload ) ) {
		return null;
	}
	return (
		<div className="hd-drop">
			<span className="hd-drop__icon">
				<Icon name="upload" />
			</span>
			<div className="hd-drop__text">
				<strong>
					{ __(
						'Drop a zip here to deploy it, or',
						'headless-deploy'
					) }{ ' ' }
					<ActionButton variant="link" onClick={ choose }>
						{ __( 'choose a file', 'headless-deploy' ) }
					</ActionButton>
				</strong>
				<p className="hd-hint">
					{ maxUploadBytes === null
						? __( 'A zip with a package.json.', 'headless-deploy' )
						: sprintf(
								/* translators: %s: maximum size. */
								__(
									'Up to %s, with a package.json.',
									'headless-deploy'
								),
								limitLabel( maxUploadBytes )
							) }{ ' ' }
					{ __(
						'The current release stays live until the new one responds.',
						'headless-deploy'
					) }
				</p>
			</div>
			{ input }
		</div>
	);
}

function progressLabel( upload: Upload ): string {
	const { sentBytes, totalBytes } = upload.progress;
	if ( sentBytes === totalBytes ) {
		return __( 'Unpacking and checking', 'headless-deploy' );
	}
	const sent = sprintf(
		/* translators: 1: size, 2: limit or size of the whole. */
		_x( '%1$s of %2$s', 'amount', 'headless-deploy' ),
		sizeLabel( sentBytes ),
		sizeLabel( totalBytes )
	);
	if ( sentBytes === 0 ) {
		return sent;
	}
	const leftMs =
		( upload.elapsedMs * ( totalBytes - sentBytes ) ) / sentBytes;
	return sprintf(
		/* translators: 1: for example “31 MB of 49 MB”, 2: duration. */
		__( '%1$s, about %2$s left', 'headless-deploy' ),
		sent,
		durationLabel( Math.max( 1, Math.ceil( leftMs / 1000 ) ) * 1000 )
	);
}

function Progress( { upload }: { upload: Upload } ) {
	const { cancel } = useUploads();
	const { sentBytes, totalBytes } = upload.progress;
	return (
		<div className="hd-drop is-sending">
			<span className="hd-drop__icon">
				<Icon name="file" />
			</span>
			<div className="hd-drop__text">
				<p className="hd-drop__line">
					<strong>{ upload.fileName }</strong>
					<span className="hd-hint">{ progressLabel( upload ) }</span>
				</p>
				<progress
					className="hd-progress"
					value={ sentBytes }
					max={ totalBytes }
					aria-label={ sprintf(
						/* translators: %s: name of a file. */
						__( 'Upload of %s', 'headless-deploy' ),
						upload.fileName
					) }
				/>
			</div>
			<ActionButton onClick={ cancel }>
				{ __( 'Cancel upload', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

function Refusal( {
	upload: { fileName, refusal },
	served,
}: {
	upload: Upload;
	served: EnvironmentSummary[ 'served' ];
} ) {
	const { dismiss } = useUploads();
	return (
		<Notice status="error" onRemove={ dismiss }>
			<strong>
				{ sprintf(
					/* translators: %s: name of a file. */
					__( '%s was not deployed.', 'headless-deploy' ),
					fileName
				) }
			</strong>{ ' ' }
			{ refusal.replace( /^This zip was not deployed[.:] */, '' ) }{ ' ' }
			{ served &&
				sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d is still live.', 'headless-deploy' ),
					served.number
				) }
		</Notice>
	);
}

interface Props {
	path: EnvironmentPath;
	/** Without a drop zone, only a running and a refused upload are shown; a zip may be dropped all the same. @default false */
	hasDropZone?: boolean;
}

/** Where a zip is dropped, how much of it is sent, and why it was refused. */
export function UploadArea( { path, hasDropZone = false }: Props ) {
	const { data: summary } = useEnvironmentSummary( path );
	const { upload, start } = useUploads();
	const isDropping = useDroppedFile( ( file ) => start( path, file ) );
	const own = upload?.path.environment === path.environment ? upload : null;
	return (
		<>
			{ own && ! isSending( own ) && (
				<Refusal upload={ own } served={ summary?.served ?? null } />
			) }
			{ isSending( own ) && <Progress upload={ own } /> }
			{ hasDropZone && <DropZone path={ path } /> }
			{ isDropping && (
				<div className="hd-dropping">
					{ sprintf(
						/* translators: 1: name of an app, 2: name of an environment. */
						__( 'Drop to deploy to %1$s, %2$s', 'headless-deploy' ),
						path.app,
						summary?.displayName ?? path.app
					) }
				</div>
			) }
		</>
	);
}
