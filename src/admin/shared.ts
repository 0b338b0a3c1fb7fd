/**
 * What every script of the plugin needs, in one file that is loaded once: the live state, its words, and the parts that
 * the panel, the editor and the admin bar have in common. What one screen alone uses does not belong here.
 */
import './boot.ts';
import './i18n.ts';
import './mount-screen.tsx';
import './live/every-second.ts';
import './live/page-store.ts';
import './live/use-live.ts';
import './live/use-announcements.ts';
import './parts/action-button.tsx';
import './parts/change-list.tsx';
import './parts/copy-notice.tsx';
import './parts/empty-state.tsx';
import './parts/login-link.tsx';
import './parts/lost-notice.tsx';
import './parts/presses.ts';
import './parts/replace-url.ts';
import './parts/state-symbol.tsx';
import './parts/steps.tsx';
import './parts/use-staying-press.ts';
import './words/build-time.ts';
import './words/delivery.ts';
import './words/refusal.ts';
import './words/state.ts';
import './words/trouble.ts';
import './parts/parts.scss';
