import { Spinner } from '@wordpress/components';
import { __, sprintf } from '../admin/i18n.ts';
import type { Live } from '../admin/live/use-live.ts';
import { replaceUrlOf } from '../admin/parts/replace-url.ts';
import { describe } from '../admin/words/state.ts';
import type { BootData, EnvironmentStatus } from '../shared/wire.ts';
import { LostLine } from './lost-line.tsx';
import { WhatWillHappen } from './pre-publish-panel.tsx';
import { ProgressView } from './progress-view.tsx';
import { siteAddress } from './site-address.ts';
import type { Automations } from './use-automations.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';
import { PluginPostPublishPanel } from './wp-editor.ts';

interface Props {
	boot: BootData;
	live: Live;
	environments: readonly EnvironmentStatus[];
	automations: Automations;
	post: Post;
	saved: Saved;
}

function Others( {
	environments,
	live,
	timeZone,
}: {
	environments: readonly EnvironmentStatus[];
	live: Live;
	timeZone: string;
} ) {
	return (
		<ul className="headless-deploy-others headless-deploy-secondary">
			{ environments.map( ( environment ) => (
				<li key={ environment.id }>
					{ sprintf(
						/* translators: 1: name of an environment, 2: its state, for example “Rebuild in 10 s”. */
						__( '%1$s: %2$s', 'headless-deploy' ),
						environment.label,
						describe( environment, live.nowMs, timeZone ).headline
					) }
				</li>
			) ) }
		</ul>
	);
}

function First( {
	environment,
	...props
}: Props & { environment: EnvironmentStatus } ) {
	const { boot, live, saved, post } = props;
	if ( post.source === null || ! post.isPublished ) {
		return <WhatWillHappen { ...props } />;
	}
	return saved.settling ? (
		<Spinner />
	) : (
		<ProgressView
			environment={ environment }
			lastBefore={ saved.lastBefore[ environment.id ] ?? 0 }
			save={ { kind: 'publish', atMs: saved.atMs } }
			address={ siteAddress( environment.frontEndUrl, post.permalink ) }
			nowMs={ live.nowMs }
			timeZone={ boot.timeZone }
			refresh={ live.refresh }
			replaceUrl={ replaceUrlOf( boot, environment.id ) }
		/>
	);
}

/**
 * What stands in the panel after publishing: the way of the post to the front end. The first environment is the one
 * that people mean by the site.
 *
 * @param props See Props.
 */
export function PostPublishPanel( props: Props ) {
	const { boot, live, environments, post } = props;
	const [ first, ...others ] = environments;
	if ( ! first ) {
		return null;
	}
	return (
		<PluginPostPublishPanel
			initialOpen
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<First { ...props } environment={ first } />
			{ live.lost !== null && <LostLine lost={ live.lost } /> }
			{ others.length > 0 && post.isPublished && (
				<Others
					environments={ others }
					live={ live }
					timeZone={ boot.timeZone }
				/>
			) }
		</PluginPostPublishPanel>
	);
}
