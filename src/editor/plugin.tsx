import type { StatusStore } from '../live/status-store.ts';
import { useAnnouncements } from '../live/use-announcements.ts';
import { useLive } from '../live/use-live.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { DocumentPanel } from './document-panel.tsx';
import { PostPublishPanel } from './post-publish-panel.tsx';
import { PrePublishPanel } from './pre-publish-panel.tsx';
import { useFailureNotices } from './use-failure-notices.ts';
import { usePreviewLink } from './use-preview-link.ts';
import { usePost } from './use-post.ts';
import { useSaved } from './use-saved.ts';
import { useUnchangedNotice } from './use-unchanged-notice.ts';

const NONE: EnvironmentStatus[] = [];

interface Props {
	boot: BootData;
	store: StatusStore;
}

/** The panels of the block editor: before publishing, after publishing, and in the document sidebar. */
export function HeadlessDeployPlugin( { boot, store }: Props ) {
	const live = useLive( store );
	const environments = live.status?.environments ?? NONE;
	const post = usePost( boot );
	const showUnchangedNotice = useUnchangedNotice( live.refresh );
	const saved = useSaved( boot, store, showUnchangedNotice );
	usePreviewLink();
	useFailureNotices( boot, environments, live.refresh );
	useAnnouncements( environments, live.nowMs, boot.timeZone );
	const common = { boot, live, environments, post };
	return (
		<>
			<PrePublishPanel { ...common } />
			<PostPublishPanel { ...common } saved={ saved } />
			<DocumentPanel { ...common } saved={ saved } />
		</>
	);
}
