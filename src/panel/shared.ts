/**
 * The script that is loaded once for the panel, the editor and the admin bar: the live status, its texts and the common
 * components. What only one screen uses does not belong here.
 */
import './boot.ts';
import './i18n.ts';
import './mount-screen.tsx';
import './live/second-timer.ts';
import './live/page-store.ts';
import './live/use-live.ts';
import './live/use-announcements.ts';
import './components/action-button.tsx';
import './components/change-list.tsx';
import './components/copy-notice.tsx';
import './components/empty-state.tsx';
import './components/login-link.tsx';
import './components/lost-notice.tsx';
import './components/environment-requests.ts';
import './components/panel-notice.tsx';
import './components/replace-url.ts';
import './components/status-symbol.tsx';
import './components/steps.tsx';
import './components/use-request.ts';
import './labels/build-time.ts';
import './labels/run.ts';
import './labels/refusal.ts';
import './labels/summary.ts';
import './labels/timed-text.ts';
import './components/components.scss';
