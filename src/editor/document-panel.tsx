import { ExternalLink, Spinner } from '@wordpress/components';
import { __ } from '../ui/i18n.ts';
import { viewOnSiteLabel } from '../live/labels/run-labels.ts';
import type { Live } from '../live/use-live.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { LostLine } from './lost-line.tsx';
import { noRunText } from './no-run-text.ts';
import { planOf } from './plan-lines.tsx';
import { NextSavePlan } from './pre-publish-panel.tsx';
import { ProgressView } from './progress-view.tsx';
import { frontEndPostUrl } from './front-end-post-url.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';
import { PluginDocumentSettingPanel } from './wp-editor.ts';

interface Props {
	boot: BootData;
	live: Live;
	environments: readonly EnvironmentStatus[];
	post: Post;
	saved: Saved;
}

function EnvironmentItem( {
	environment,
	...props
}: Props & { environment: EnvironmentStatus } ) {
	const { boot, live, post, saved } = props;
	return (
		<li>
			<h3>
				<bdi>{ environment.label }</bdi>
			</h3>
			{ saved.isSettling ? (
				<Spinner />
			) : (
				<ProgressView
					compact
					{ ...{ environment, boot, live } }
					save={ saved }
					address={ null }
					plan={ planOf( environment, post ) }
				/>
			) }
		</li>
	);
}

/** Whether an unpublished post is still being removed from an environment. */
function isLeaving( { kind, lastBefore }: Saved ): boolean {
	return kind === 'remove' && Object.values( lastBefore ).some( isFinite );
}

function EnvironmentList( props: Props ) {
	const { environments, post, saved } = props;
	const isOnSite =
		post.isPublished && noRunText( post, environments.length > 0 ) === null;
	if ( ! isOnSite && ! isLeaving( saved ) ) {
		return <NextSavePlan { ...props } isLate={ saved.isLate } />;
	}
	return (
		<ul className="headless-deploy-statuses">
			{ environments.map( ( environment ) => (
				<EnvironmentItem
					key={ environment.id }
					{ ...{ ...props, environment } }
				/>
			) ) }
		</ul>
	);
}

/** The panel in the document sidebar: the status of each environment, and the effect of the next save. */
export function DocumentPanel( props: Props ) {
	const { environments, live, post } = props;
	const [ first ] = environments;
	const address =
		first && post.source === 'content' && post.isPublished
			? frontEndPostUrl( first.frontEndUrl, post.permalink )
			: null;
	return (
		<PluginDocumentSettingPanel
			name="headless-deploy"
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<EnvironmentList { ...props } />
			{ live.lost !== null && <LostLine lost={ live.lost } /> }
			{ address !== null && (
				<p className="headless-deploy-view">
					<ExternalLink href={ address }>
						{ viewOnSiteLabel() }
					</ExternalLink>
				</p>
			) }
			{ post.hasFrontEndLinks && (
				<p className="headless-deploy-view">
					<ExternalLink href={ post.permalink }>
						{ __( 'View in WordPress', 'headless-deploy' ) }
					</ExternalLink>
				</p>
			) }
		</PluginDocumentSettingPanel>
	);
}
