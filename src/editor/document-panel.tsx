import { ExternalLink, Spinner } from '@wordpress/components';
import { __ } from '../admin/i18n.ts';
import type { Live } from '../admin/live/use-live.ts';
import { replaceUrlOf } from '../admin/parts/replace-url.ts';
import type { BootData, EnvironmentStatus, Source } from '../shared/wire.ts';
import { LostLine } from './lost-line.tsx';
import { planOf } from './plan.ts';
import { planInWords } from './plan-words.ts';
import { WhatWillHappen } from './pre-publish-panel.tsx';
import { ProgressView } from './progress-view.tsx';
import { siteAddress } from './site-address.ts';
import type { Automations } from './use-automations.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';
import { PluginDocumentSettingPanel } from './wp-editor.ts';

interface Props {
	boot: BootData;
	live: Live;
	environments: readonly EnvironmentStatus[];
	automations: Automations;
	post: Post;
	saved: Saved;
}

/**
 * What an update means for an environment at rest; held and paused ones say so by their state.
 * @param props
 * @param environment
 * @param source
 */
function updateInWords(
	props: Props,
	environment: EnvironmentStatus,
	source: Source
): string | undefined {
	const { boot, automations, post } = props;
	const automation = automations[ environment.id ];
	if ( automation === undefined ) {
		return undefined;
	}
	const plan = planOf( environment, automation, source );
	const mends = replaceUrlOf( boot, environment.id ) !== null;
	const isSaid =
		environment.state === 'held' ||
		plan.kind === 'paused' ||
		plan.kind === 'unreachable';
	return isSaid
		? undefined
		: planInWords( plan, environment.label, post.moment, mends ).text;
}

function OfEnvironment( {
	environment,
	source,
	...props
}: Props & { environment: EnvironmentStatus; source: Source } ) {
	const { boot, live, saved } = props;
	const settles = saved.settling && saved.kind !== null;
	return (
		<li>
			<h3>
				<bdi>{ environment.label }</bdi>
			</h3>
			{ settles ? (
				<Spinner />
			) : (
				<ProgressView
					compact
					environment={ environment }
					// What was sent before is the state; only a save of this page has a way to go.
					lastBefore={
						saved.lastBefore[ environment.id ] ??
						Number.POSITIVE_INFINITY
					}
					save={ saved }
					address={ null }
					nowMs={ live.nowMs }
					timeZone={ boot.timeZone }
					refresh={ live.refresh }
					replaceUrl={ replaceUrlOf( boot, environment.id ) }
					atRest={ updateInWords( props, environment, source ) }
				/>
			) }
		</li>
	);
}

function States( props: Props ) {
	const { environments, post, saved } = props;
	const { source } = post;
	const concerns = post.isPublished || saved.kind === 'remove';
	if ( source === null || environments.length === 0 || ! concerns ) {
		return <WhatWillHappen { ...props } />;
	}
	return (
		<ul className="headless-deploy-states">
			{ environments.map( ( environment ) => (
				<OfEnvironment
					key={ environment.id }
					{ ...{ ...props, environment, source } }
				/>
			) ) }
		</ul>
	);
}

/**
 * What stands beside the post itself: where each environment is, and what the next save will do.
 *
 * @param props See Props.
 */
export function DocumentPanel( props: Props ) {
	const { environments, live, post } = props;
	const [ first ] = environments;
	const address =
		first && post.source === 'content' && post.isPublished
			? siteAddress( first.frontEndUrl, post.permalink )
			: null;
	return (
		<PluginDocumentSettingPanel
			name="headless-deploy"
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<States { ...props } />
			{ live.lost !== null && <LostLine lost={ live.lost } /> }
			{ address !== null && (
				<p className="headless-deploy-view">
					<ExternalLink href={ address }>
						{ __( 'View on the site', 'headless-deploy' ) }
					</ExternalLink>
				</p>
			) }
		</PluginDocumentSettingPanel>
	);
}
