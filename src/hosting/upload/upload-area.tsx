import { Notice } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useEnvironmentSummary, useServed } from '../client/environment.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { stillLive } from '../labels/build.ts';
import { limitLabel } from '../labels/size.ts';
import { progressLabel } from './upload-labels.ts';
import { isSending, useUploads } from './uploads.tsx';
import type { Upload } from './uploads.tsx';

const DRAG_EVENTS = [ 'dragenter', 'dragover', 'dragleave', 'drop' ] as const;

interface PathProps {
	path: EnvironmentPath;
}

/** A button that opens the file dialog. */
function ChooseButton( {
	path,
	...button
}: PathProps & ComponentProps< typeof ActionButton > ) {
	const { upload, start } = useUploads();
	const input = useRef< HTMLInputElement >( null );
	return (
		<>
			<ActionButton
				{ ...button }
				disabled={ isSending( upload ) }
				description={
					isSending( upload )
						? __( 'Another upload is running.', 'headless-deploy' )
						: ''
				}
				onClick={ () => input.current?.click() }
			/>
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
		</>
	);
}

export function UploadButton( {
	path,
	isPrimary = false,
}: PathProps & { isPrimary?: boolean } ) {
	return (
		<ChooseButton
			path={ path }
			variant={ isPrimary ? 'primary' : 'secondary' }
		>
			<Icon name="upload" /> { __( 'Upload zip', 'headless-deploy' ) }
		</ChooseButton>
	);
}

/**
 * Takes a file that is dropped anywhere on the page.
 *
 * @return Whether a file is dragged over the page.
 */
function useDroppedFile( onDrop: ( file: File ) => void ): boolean {
	const [ isOver, setOver ] = useState( false );
	const drop = useRef( onDrop );
	drop.current = onDrop;
	useEffect( () => {
		const onDrag = ( event: DragEvent ) => {
			const { type, dataTransfer, relatedTarget } = event;
			if ( ! dataTransfer?.types.includes( 'Files' ) ) {
				return;
			}
			// Else the browser opens the file.
			event.preventDefault();
			const isOutside = type === 'dragleave' && relatedTarget === null;
			setOver( type !== 'drop' && ! isOutside );
			const [ file ] = type === 'drop' ? dataTransfer.files : [];
			if ( file ) {
				drop.current( file );
			}
		};
		const controller = new AbortController();
		const { signal } = controller;
		for ( const type of DRAG_EVENTS ) {
			addEventListener( type, onDrag, { signal } );
		}
		return () => controller.abort();
	}, [] );
	return isOver;
}

/** Where a zip is dropped, while none is sent. */
export function DropZone( { path }: PathProps ) {
	const { maxUploadBytes } = useHost();
	const { upload } = useUploads();
	const served = useServed( path );
	/* translators: %s: maximum size. */
	const limit = __( 'Up to %s, with a package.json.', 'headless-deploy' );
	return isSending( upload ) ? null : (
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
					<ChooseButton path={ path } variant="link">
						{ __( 'choose a file', 'headless-deploy' ) }
					</ChooseButton>
				</strong>
				<p className="hd-hint">
					{ maxUploadBytes === null
						? __( 'A zip with a package.json.', 'headless-deploy' )
						: sprintf(
								limit,
								limitLabel( maxUploadBytes )
							) }{ ' ' }
					{ served &&
						__(
							'The current release stays live until the new one responds.',
							'headless-deploy'
						) }
				</p>
			</div>
		</div>
	);
}

function Progress( { upload }: { upload: Upload } ) {
	const { discard } = useUploads();
	const { fileName, progress, elapsedMs } = upload;
	/* translators: %s: name of a file. */
	const label = __( 'Upload of %s', 'headless-deploy' );
	return (
		<div className="hd-drop is-sending">
			<span className="hd-drop__icon">
				<Icon name="file" />
			</span>
			<div className="hd-drop__text">
				<p className="hd-drop__line">
					<strong>{ fileName }</strong>
					<span className="hd-hint">
						{ progressLabel( progress, elapsedMs ) }
					</span>
				</p>
				<progress
					className="hd-progress"
					value={ progress.sentBytes }
					max={ progress.totalBytes }
					aria-label={ sprintf( label, fileName ) }
				/>
			</div>
			<ActionButton onClick={ discard }>
				{ __( 'Cancel upload', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

function Refusal( {
	upload: { path, fileName, refusal },
}: {
	upload: Upload;
} ) {
	const { discard } = useUploads();
	const served = useServed( path );
	/* translators: %s: name of a file. */
	const failed = __( '%s was not deployed.', 'headless-deploy' );
	return (
		<Notice status="error" onRemove={ discard }>
			<strong>{ sprintf( failed, fileName ) }</strong> { refusal }{ ' ' }
			{ stillLive( served ) }
		</Notice>
	);
}

/** How much of a zip is sent, or why it was refused. */
function UploadStatus( { upload }: { upload: Upload } ) {
	return isSending( upload ) ? (
		<Progress upload={ upload } />
	) : (
		<Refusal upload={ upload } />
	);
}

/** The status of an upload on the screens that are not about its environment, with the way there. */
export function UploadElsewhere() {
	const { upload } = useUploads();
	const [ address ] = useLocation();
	if ( upload === null ) {
		return null;
	}
	const environment = addresses.environment( upload.path );
	const isShown =
		address.startsWith( environment ) &&
		! address.startsWith( `${ environment }/output` );
	/* translators: %s: name of an app. */
	const text = __( 'Upload to %s', 'headless-deploy' );
	return (
		! isShown && (
			<section>
				<p className="hd-lead">
					<Link href={ environment }>
						{ sprintf( text, upload.path.app ) }
					</Link>
				</p>
				<UploadStatus upload={ upload } />
			</section>
		)
	);
}

interface AreaProps extends PathProps {
	/** A zip may be dropped anywhere all the same. @default false */
	hasDropZone?: boolean;
}

/** Where a zip is dropped, how much of it is sent, and why it was refused. */
export function UploadArea( { path, hasDropZone = false }: AreaProps ) {
	const { upload, start } = useUploads();
	const { data } = useEnvironmentSummary( path );
	const isOver = useDroppedFile( ( file ) => start( path, file ) );
	const isOwn = upload?.path.environment === path.environment;
	/* translators: 1: name of an app, 2: name of an environment. */
	const text = __( 'Drop to deploy to %1$s, %2$s', 'headless-deploy' );
	return (
		<>
			{ isOwn && <UploadStatus upload={ upload } /> }
			{ hasDropZone && <DropZone path={ path } /> }
			{ isOver && (
				<div className="hd-dropping">
					{ sprintf( text, path.app, data?.displayName ?? path.app ) }
				</div>
			) }
		</>
	);
}
