/**
 * The script that is loaded once for the panel, the editor and the admin bar: the live status, its texts and the common
 * components. What only one screen uses does not belong here.
 */
import '../live/boot.ts';
import '../ui/i18n.ts';
import './mount-screen.tsx';
import '../ui/second-timer.ts';
import '../live/page-store.ts';
import '../live/use-live.ts';
import '../live/use-announcements.ts';
import '../ui/action-button.tsx';
import '../live/components/change-list.tsx';
import '../live/components/copy-notice.tsx';
import '../live/components/empty-state.tsx';
import '../live/components/login-link.tsx';
import '../live/components/lost-notice.tsx';
import '../live/components/environment-requests.ts';
import '../ui/notice.tsx';
import '../live/components/replace-url.ts';
import '../ui/status-symbol.tsx';
import '../ui/steps.tsx';
import '../live/components/use-request.ts';
import '../ui/use-task.ts';
import '../live/labels/run.ts';
import '../live/labels/refusal.ts';
import '../live/labels/summary.ts';
import '../live/labels/timed-text.ts';
import '../ui/ui.css';
import '../live/components/components.scss';
