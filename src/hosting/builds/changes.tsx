/** What can be done with builds. */
import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ChangeButton } from '../components/change-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, sprintf } from '../i18n.ts';
import { buildStatus } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';

type Served = EnvironmentSummary[ 'served' ];

type StartBuild = ( client: PlatformClient ) => Promise< { data?: Build } >;

function lastSegment( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}

/** Shows the build that a change has started. */
function useShowStarted( path: EnvironmentPath ) {
	const [ , navigate ] = useLocation();
	const showNotice = useNotice();
	return ( { number, state }: Build ) => {
		showNotice(
			sprintf(
				/* translators: 1: number of a build, 2: its state, for example “Building”. */
				__( 'Build %1$d: %2$s.', 'headless-deploy' ),
				number,
				buildStatus( state ).word
			)
		);
		navigate( addresses.environment( path, 'builds', number ) );
	};
}

interface StartButtonProps {
	path: EnvironmentPath;
	/** On the button and in the dialog. */
	verb: string;
	/** The button’s name for screen readers. */
	label?: string;
	question: string;
	served: Served;
	start: StartBuild;
	/** @default false */
	compact?: boolean;
	/** What it means. */
	children: ReactNode;
}

/** Starts a build, after it said what that means and what stays live. */
function StartButton( {
	path,
	verb,
	label = verb,
	question,
	served,
	start,
	compact = false,
	children,
}: StartButtonProps ) {
	const [ isAsking, setAsking ] = useState( false );
	const showStarted = useShowStarted( path );
	const { mutate, isPending, error } = useHostChange( start );
	return (
		<>
			<ActionButton
				compact={ compact }
				label={ label }
				onClick={ () => setAsking( true ) }
			>
				{ verb }
			</ActionButton>
			{ isAsking && (
				<ConfirmDialog
					title={ question }
					verb={ verb }
					busy={ isPending }
					error={ error }
					onClose={ () => setAsking( false ) }
					onConfirm={ () =>
						mutate( undefined, { onSuccess: showStarted } )
					}
				>
					<p>{ children }</p>
					{ served && (
						<p>
							{ sprintf(
								/* translators: %d: number of a build. */
								__(
									'Build %d stays live until the new build responds.',
									'headless-deploy'
								),
								served.number
							) }
						</p>
					) }
				</ConfirmDialog>
			) }
		</>
	);
}

interface DeployAgainProps {
	path: EnvironmentPath;
	build: Build;
	served: Served;
	/** @default false */
	compact?: boolean;
}

/** Whether the code of a build, which is not live, can be deployed. */
export function isDeployable( { state, redeployRefusal }: Build ): boolean {
	return state !== 'live' && redeployRefusal === '';
}

export function DeployAgain( { build, ...props }: DeployAgainProps ) {
	const { number, name } = build;
	const { path } = props;
	const start: StartBuild = async ( client ) => {
		const { data } = await client.POST(
			`${ ENVIRONMENT }/builds/{build}:redeploy`,
			{ params: { path: { ...path, build: lastSegment( name ) } } }
		);
		const started = lastSegment( data?.metadata.build ?? '' );
		return client.GET( `${ ENVIRONMENT }/builds/{build}`, {
			params: { path: { ...path, build: started } },
		} );
	};
	return (
		<StartButton
			{ ...props }
			start={ start }
			verb={ __( 'Deploy again', 'headless-deploy' ) }
			label={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Deploy again: build %d', 'headless-deploy' ),
				number
			) }
			question={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Deploy build %d again?', 'headless-deploy' ),
				number
			) }
		>
			{ sprintf(
				/* translators: %d: number of a build. */
				__(
					'The code of build %d is built with the current variables and the current WordPress install. Once it is live, Rebuild uses this code.',
					'headless-deploy'
				),
				number
			) }
		</StartButton>
	);
}

function startOf(
	path: EnvironmentPath,
	action: 'rebuild' | 'cleanRebuild'
): StartBuild {
	return ( client ) =>
		client.POST(
			'/_local/accounts/{account}/apps/{app}/environments/{environment}/builds',
			{ params: { path: { ...path } }, body: { action } }
		);
}

/** Builds the live code again. */
export function Rebuild( { path }: { path: EnvironmentPath } ) {
	const showStarted = useShowStarted( path );
	return (
		<ChangeButton
			change={ startOf( path, 'rebuild' ) }
			onDone={ showStarted }
		>
			{ __( 'Rebuild', 'headless-deploy' ) }
		</ChangeButton>
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
	const { displayName, served, usualMilliseconds } = summary;
	const { cleanRebuild } = usualMilliseconds;
	return (
		<StartButton
			compact
			path={ path }
			served={ served }
			start={ startOf( path, 'cleanRebuild' ) }
			verb={ __( 'Clean Rebuild', 'headless-deploy' ) }
			question={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Clean Rebuild of %s?', 'headless-deploy' ),
				displayName
			) }
		>
			{ __(
				'The framework’s cached folders are deleted first, so it takes longer than Rebuild.',
				'headless-deploy'
			) }{ ' ' }
			{ cleanRebuild !== null &&
				sprintf(
					/* translators: %s: duration. */
					__( 'It usually takes %s.', 'headless-deploy' ),
					durationLabel( cleanRebuild )
				) }
		</StartButton>
	);
}

/** Cancels a build that is not live yet, at once. */
export function CancelBuild( {
	path,
	build,
	compact = false,
}: {
	path: EnvironmentPath;
	build: Build;
	/** @default false */
	compact?: boolean;
} ) {
	const operation = lastSegment( build.operation );
	return (
		<ChangeButton
			compact={ compact }
			label={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Cancel build %d', 'headless-deploy' ),
				build.number
			) }
			change={ ( client ) =>
				client.POST( `${ ENVIRONMENT }/operations/{operation}:cancel`, {
					params: { path: { ...path, operation } },
				} )
			}
			done={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d canceled.', 'headless-deploy' ),
				build.number
			) }
		>
			{ __( 'Cancel build', 'headless-deploy' ) }
		</ChangeButton>
	);
}
