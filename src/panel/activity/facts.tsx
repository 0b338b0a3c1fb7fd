import { ExternalLink } from '@wordpress/components';
import type { ReactNode } from 'react';
import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';
import { dayAndTime, finalDuration, reasonText } from './run-text.ts';

interface Props {
	run: Run;
	label: string;
	nowMs: number;
	timeZone: string;
}

function Fact( { term, children }: { term: string; children: ReactNode } ) {
	return (
		<div>
			<dt>{ term }</dt>
			<dd>{ children }</dd>
		</div>
	);
}

/**
 * Names a time zone: those of WordPress that are no more than an offset say so.
 */
function zoneLabel( timeZone: string ): string {
	if ( ! /^[+-]/.test( timeZone ) ) {
		return timeZone;
	}
	return timeZone === '+00:00' ? 'UTC' : `UTC${ timeZone }`;
}

/**
 * The last part of a resource's name: what stands before it is the same for all runs.
 */
function shortName( name: string ): string {
	return name.split( '/' ).at( -1 ) ?? name;
}

function when( at: string, { nowMs, timeZone }: Props ): string {
	return sprintf(
		/* translators: 1: a day and a time, for example “Today, 13:58:04”, 2: a time zone, for example “Europe/Stockholm”. */
		__( '%1$s (%2$s)', 'headless-deploy' ),
		dayAndTime( at, nowMs, timeZone, 'exactTime' ),
		zoneLabel( timeZone )
	);
}

/** Names a build as the host does, and leads to its log where that is known. */
function BuildName( { name, number, page }: NonNullable< Run[ 'build' ] > ) {
	const label = number ? (
		sprintf(
			/* translators: %d: number of a build. */
			__( 'Build %d', 'headless-deploy' ),
			number
		)
	) : (
		<code dir="ltr">{ shortName( name ) }</code>
	);
	return (
		<>
			{ label }
			{ page && (
				<>
					{ ' ' }
					<ExternalLink href={ page }>
						{ __( 'Build log', 'headless-deploy' ) }
					</ExternalLink>
				</>
			) }
		</>
	);
}

/** The host's names for what it did. */
function Names( { operation, build }: Run ) {
	return (
		<>
			{ operation !== '' && (
				<Fact term={ __( 'Operation', 'headless-deploy' ) }>
					<code dir="ltr">{ shortName( operation ) }</code>
				</Fact>
			) }
			{ build !== null && build.name !== '' && (
				<Fact term={ __( 'Build', 'headless-deploy' ) }>
					<BuildName { ...build } />
				</Fact>
			) }
		</>
	);
}

/** Lists what is known of a run. */
export function Facts( props: Props ) {
	const { run, label } = props;
	const [ why ] = reasonText( run );
	const took = finalDuration( run );
	return (
		<dl className="headless-deploy-facts">
			{ run.status !== 'canceled' && (
				<Fact term={ __( 'Reason', 'headless-deploy' ) }>{ why }</Fact>
			) }
			<Fact term={ __( 'Started', 'headless-deploy' ) }>
				<time dateTime={ run.createdAt }>
					{ when( run.createdAt, props ) }
				</time>
			</Fact>
			{ took !== '' && (
				<Fact term={ __( 'Duration', 'headless-deploy' ) }>
					{ took }
				</Fact>
			) }
			<Fact term={ __( 'Action', 'headless-deploy' ) }>
				{ actionLabel( run.action ) }
			</Fact>
			<Fact term={ __( 'Environment', 'headless-deploy' ) }>
				<bdi>{ label }</bdi>
			</Fact>
			<Names { ...run } />
			<Fact term={ __( 'Run', 'headless-deploy' ) }>
				{ `#${ run.id }` }
			</Fact>
		</dl>
	);
}
