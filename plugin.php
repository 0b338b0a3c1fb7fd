<?php
/**
 * Plugin Name:       Headless Deploy
 * Description:       Publish in WordPress, and the headless front end shows it: its changed pages are refreshed, or it is rebuilt, without delaying editors.
 * Version:           0.1.0
 * Requires at least: 6.8
 * Requires PHP:      8.1
 * Author:            Headless Deploy contributors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       headless-deploy
 * Domain Path:       /languages
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const VERSION     = '0.1.0';
const PLUGIN_FILE = __FILE__;

require_once __DIR__ . '/includes/Autoloader.php';
Autoloader::register();
require_once __DIR__ . '/includes/Changes/functions.php';

( new Plugin( __FILE__ ) )->run();
