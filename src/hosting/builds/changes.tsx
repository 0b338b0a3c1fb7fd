/** What can be done with builds. */
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { HostButton, HostFormDialog } from '../client/changes.tsx';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useEnvironmentSummary, useServed } from '../client/environment.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { cleanRebuildQuestion } from '../../ui/rebuild-labels.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useNotice } from '../../ui/notice-line.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { buildName, stillLive } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';

const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';

interface Props {
	path: EnvironmentPath;
	build: Build;
	/** @default false */
	compact?: boolean;
}

interface StartProps extends Omit< Props, 'build' > {
	/** On the button and in the dialog. */
	verb: string;
	/** What the button is about, for screen readers. */
	about?: string;
	question: string;
	start: ( client: PlatformClient ) => Promise< { data?: Build } >;
	/** What it means. */
	children: ReactNode;
}

function lastSegment( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}

/** Shows the build that a change has started. */
function useShowStarted( path: EnvironmentPath ) {
	const [ , navigate ] = useLocation();
	const showNotice = useNotice();
	/* translators: %d: number of a build. */
	const text = __( 'Build %d created.', 'headless-deploy' );
	return ( { number }: Build ) => {
		// The page of the build shows its progress.
		showNotice( sprintf( text, number ) );
		navigate( addresses.environment( path, 'builds', number ) );
	};
}

/** Starts a build, after it said what that means and what stays live. */
function StartButton( {
	path,
	verb,
	question,
	start,
	children,
	...button
}: StartProps ) {
	const served = useServed( path );
	const showStarted = useShowStarted( path );
	/* translators: %d: number of a build. */
	const stays = __(
		'Build %d stays live until the new build responds.',
		'headless-deploy'
	);
	return (
		<DialogButton { ...button } label={ verb }>
			{ ( onClose ) => (
				<HostFormDialog
					title={ question }
					verb={ verb }
					change={ start }
					onDone={ showStarted }
					onClose={ onClose }
				>
					<p>{ children }</p>
					{ served && <p>{ sprintf( stays, served.number ) }</p> }
				</HostFormDialog>
			) }
		</DialogButton>
	);
}

/** Whether the code of a build, which is not live, can be deployed. */
export function isDeployable( { state, redeployRefusal }: Build ): boolean {
	return state !== 'live' && redeployRefusal === '';
}

/** The texts of the button: a build that was live is deployed again, another one is tried again. */
function deployTexts( { number, state }: Build ) {
	/* translators: %d: number of a build. */
	const again = __( 'Deploy build %d again?', 'headless-deploy' );
	/* translators: %d: number of a build. */
	const retry = __( 'Try build %d again?', 'headless-deploy' );
	return state === 'succeeded'
		? {
				verb: __( 'Deploy again', 'headless-deploy' ),
				question: sprintf( again, number ),
			}
		: {
				verb: __( 'Try again', 'headless-deploy' ),
				question: sprintf( retry, number ),
			};
}

/** Builds the code of a build again, whether it was live or failed. */
export function DeployAgain( { build, ...props }: Props ) {
	const { number, name } = build;
	const { path } = props;
	/* translators: %d: number of a build. */
	const meaning = __(
		'The code of build %d is built with the current variables and the current WordPress install. Once it is live, Rebuild uses this code.',
		'headless-deploy'
	);
	return (
		<StartButton
			{ ...props }
			start={ async ( client ) => {
				const { data } = await client.POST(
					`${ ENVIRONMENT }/builds/{build}:redeploy`,
					{
						params: {
							path: { ...path, build: lastSegment( name ) },
						},
					}
				);
				const started = lastSegment( data?.metadata.build ?? '' );
				return client.GET( `${ ENVIRONMENT }/builds/{build}`, {
					params: { path: { ...path, build: started } },
				} );
			} }
			{ ...deployTexts( build ) }
			about={ buildName( number ) }
		>
			{ sprintf( meaning, number ) }
		</StartButton>
	);
}

function startOf( path: EnvironmentPath, action: 'rebuild' | 'cleanRebuild' ) {
	return ( client: PlatformClient ) =>
		client.POST(
			'/_local/accounts/{account}/apps/{app}/environments/{environment}/builds',
			{ params: { path: { ...path } }, body: { action } }
		);
}

/** Builds the live code again. */
export function Rebuild( { path }: { path: EnvironmentPath } ) {
	const showStarted = useShowStarted( path );
	return (
		<HostButton
			change={ startOf( path, 'rebuild' ) }
			onDone={ showStarted }
		>
			{ __( 'Rebuild', 'headless-deploy' ) }
		</HostButton>
	);
}

/** Builds the live code again without cached folders, after it said how long that takes. */
export function CleanRebuild( { path }: { path: EnvironmentPath } ) {
	const { data } = useEnvironmentSummary( path );
	const usual = data?.usualMilliseconds.cleanRebuild ?? null;
	/* translators: %s: duration. */
	const usually = __( 'It usually takes %s.', 'headless-deploy' );
	return (
		<StartButton
			compact
			path={ path }
			start={ startOf( path, 'cleanRebuild' ) }
			verb={ __( 'Clean Rebuild', 'headless-deploy' ) }
			question={ cleanRebuildQuestion( data?.displayName ?? '' ) }
		>
			{ __(
				'The framework’s cached folders are deleted first, so it takes longer than Rebuild.',
				'headless-deploy'
			) }{ ' ' }
			{ usual !== null && sprintf( usually, durationLabel( usual ) ) }
		</StartButton>
	);
}

/** Cancels a build that is not live yet, at once. */
export function CancelBuild( { path, build, compact = false }: Props ) {
	const served = useServed( path );
	const { number, operation } = build;
	/* translators: %d: number of a build. */
	const label = __( 'Cancel build %d', 'headless-deploy' );
	/* translators: %d: number of a build. */
	const done = __( 'Build %d canceled.', 'headless-deploy' );
	return (
		<HostButton
			compact={ compact }
			label={ sprintf( label, number ) }
			change={ ( client ) =>
				client.POST( `${ ENVIRONMENT }/operations/{operation}:cancel`, {
					params: {
						path: { ...path, operation: lastSegment( operation ) },
					},
				} )
			}
			done={ `${ sprintf( done, number ) } ${ stillLive( served ) }` }
		>
			{ __( 'Cancel build', 'headless-deploy' ) }
		</HostButton>
	);
}
