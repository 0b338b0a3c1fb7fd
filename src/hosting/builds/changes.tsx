/** What can be done with builds. */
import { useState } from '@wordpress/element';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, sprintf } from '../i18n.ts';
import { durationLabel } from '../labels/duration.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

const BUILD =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}';

function lastSegment( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}

function startedNotice( { number, state }: Build ): string {
	return state === 'queued'
		? sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d is queued.', 'headless-deploy' ),
				number
			)
		: sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d has started.', 'headless-deploy' ),
				number
			);
}

/** Shows the build that a change has started. */
function useShowStarted( path: EnvironmentPath ) {
	const [ , navigate ] = useLocation();
	const showNotice = useNotice();
	return ( build: Build ) => {
		showNotice( startedNotice( build ) );
		navigate( addresses.environment( path, 'builds', build.number ) );
	};
}

/** “Build 42 stays live until the new build answers.” */
function StaysLive( { served }: { served: EnvironmentSummary[ 'served' ] } ) {
	return served ? (
		<p>
			{ sprintf(
				/* translators: %d: number of a build. */
				__(
					'Build %d stays live until the new build answers.',
					'headless-deploy'
				),
				served.number
			) }
		</p>
	) : null;
}

interface DeployAgainProps {
	path: EnvironmentPath;
	build: Build;
	served: EnvironmentSummary[ 'served' ];
	/** @default false */
	compact?: boolean;
}

/** Deploys the code of an earlier build, after it said what that means. */
export function DeployAgain( {
	path,
	build,
	served,
	compact = false,
}: DeployAgainProps ) {
	const [ isAsking, setAsking ] = useState( false );
	const showStarted = useShowStarted( path );
	const { number, name, redeployRefusal } = build;
	const change = useHostChange( async ( client ) => {
		const { data } = await client.POST( `${ BUILD }:redeploy`, {
			params: { path: { ...path, build: lastSegment( name ) } },
		} );
		const id = lastSegment( data?.metadata.build ?? name );
		return client.GET( BUILD, {
			params: { path: { ...path, build: id } },
		} );
	} );
	const verb = __( 'Deploy again', 'headless-deploy' );
	return (
		<>
			<ActionButton
				compact={ compact }
				disabledReason={ redeployRefusal }
				label={ sprintf(
					/* translators: %d: number of a build. */
					__( 'Deploy build %d again', 'headless-deploy' ),
					number
				) }
				onClick={ () => setAsking( true ) }
			>
				{ verb }
			</ActionButton>
			{ isAsking && (
				<ConfirmDialog
					title={ sprintf(
						/* translators: %d: number of a build. */
						__( 'Deploy build %d again?', 'headless-deploy' ),
						number
					) }
					verb={ verb }
					busy={ change.isPending }
					error={ change.error }
					onClose={ () => setAsking( false ) }
					onConfirm={ () =>
						change.mutate( undefined, { onSuccess: showStarted } )
					}
				>
					<p>
						{ sprintf(
							/* translators: %d: number of a build. */
							__(
								'The code of build %d is built with the shell variables and the WordPress install of today. Once it is live, Rebuild uses this code.',
								'headless-deploy'
							),
							number
						) }
					</p>
					<StaysLive served={ served } />
				</ConfirmDialog>
			) }
		</>
	);
}

function useStartBuild(
	path: EnvironmentPath,
	action: 'rebuild' | 'cleanRebuild'
) {
	return useHostChange( ( client ) =>
		client.POST(
			'/_local/accounts/{account}/apps/{app}/environments/{environment}/builds',
			{ params: { path: { ...path } }, body: { action } }
		)
	);
}

/** Builds the live code again. */
export function Rebuild( { path }: { path: EnvironmentPath } ) {
	const showStarted = useShowStarted( path );
	const showNotice = useNotice();
	const change = useStartBuild( path, 'rebuild' );
	return (
		<ActionButton
			busy={ change.isPending }
			onClick={ () =>
				change.mutate( undefined, {
					onSuccess: showStarted,
					onError: ( { message } ) => showNotice( message, 'error' ),
				} )
			}
		>
			{ __( 'Rebuild', 'headless-deploy' ) }
		</ActionButton>
	);
}

function cleanRebuildDuration( {
	usualMilliseconds: { rebuild, cleanRebuild },
}: EnvironmentSummary ): string {
	if ( cleanRebuild === null ) {
		return __(
			'The framework’s cached folders are deleted first, so it takes longer than Rebuild.',
			'headless-deploy'
		);
	}
	return rebuild === null
		? sprintf(
				/* translators: %s: duration. */
				__(
					'The framework’s cached folders are deleted first. It usually takes %s.',
					'headless-deploy'
				),
				durationLabel( cleanRebuild )
			)
		: sprintf(
				/* translators: 1: duration, 2: duration of a Rebuild. */
				__(
					'The framework’s cached folders are deleted first, so it takes longer: usually %1$s, not %2$s.',
					'headless-deploy'
				),
				durationLabel( cleanRebuild ),
				durationLabel( rebuild )
			);
}

/** Builds the live code again without cached folders, after it said how long that takes. */
export function CleanRebuild( {
	path,
	summary,
}: {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
} ) {
	const [ isAsking, setAsking ] = useState( false );
	const showStarted = useShowStarted( path );
	const change = useStartBuild( path, 'cleanRebuild' );
	const verb = __( 'Clean Rebuild', 'headless-deploy' );
	return (
		<>
			<ActionButton compact onClick={ () => setAsking( true ) }>
				{ verb }
			</ActionButton>
			{ isAsking && (
				<ConfirmDialog
					title={ sprintf(
						/* translators: %s: name of an environment. */
						__( 'Clean Rebuild of %s?', 'headless-deploy' ),
						summary.displayName
					) }
					verb={ verb }
					busy={ change.isPending }
					error={ change.error }
					onClose={ () => setAsking( false ) }
					onConfirm={ () =>
						change.mutate( undefined, { onSuccess: showStarted } )
					}
				>
					<p>{ cleanRebuildDuration( summary ) }</p>
					<StaysLive served={ summary.served } />
				</ConfirmDialog>
			) }
		</>
	);
}

/** Cancels a build that is not live yet, at once. */
export function CancelBuild( {
	path,
	build,
	served,
}: {
	path: EnvironmentPath;
	build: Build;
	served: EnvironmentSummary[ 'served' ];
} ) {
	const showNotice = useNotice();
	const change = useHostChange( ( client ) =>
		client.POST(
			'/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel',
			{
				params: {
					path: {
						...path,
						operation: lastSegment( build.operation ),
					},
				},
			}
		)
	);
	const { number } = build;
	const canceled = served
		? sprintf(
				/* translators: 1: number of a build, 2: number of another build. */
				__(
					'Build %1$d canceled. Build %2$d is still live.',
					'headless-deploy'
				),
				number,
				served.number
			)
		: sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d canceled.', 'headless-deploy' ),
				number
			);
	return (
		<ActionButton
			busy={ change.isPending }
			label={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Cancel build %d', 'headless-deploy' ),
				number
			) }
			onClick={ () =>
				change.mutate( undefined, {
					onSuccess: () => showNotice( canceled ),
					onError: ( { message } ) => showNotice( message, 'error' ),
				} )
			}
		>
			{ __( 'Cancel build', 'headless-deploy' ) }
		</ActionButton>
	);
}
