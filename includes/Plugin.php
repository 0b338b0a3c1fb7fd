<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use HeadlessDeploy\Admin\Admin_Bar;
use HeadlessDeploy\Admin\Assets;
use HeadlessDeploy\Admin\Boot_Data;
use HeadlessDeploy\Admin\Classic_Box;
use HeadlessDeploy\Admin\Compiled_Scripts;
use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Admin\Dashboard_Widget;
use HeadlessDeploy\Admin\Database_Problems;
use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Admin\Notices;
use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Admin\Problems;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Links\Editor_Link;
use HeadlessDeploy\Links\Front_End_Links;
use HeadlessDeploy\Links\Site_Column;
use HeadlessDeploy\Links\View_Links;
use HeadlessDeploy\Notifications\Waiting_Sites;
use HeadlessDeploy\Privacy\Eraser;
use HeadlessDeploy\Privacy\Exporter;
use HeadlessDeploy\Privacy\Personal_Rows;
use HeadlessDeploy\Privacy\Personal_Settings;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Refresh\Response_Groups;
use HeadlessDeploy\Runs\Reasons;
use WP_Site;

/**
 * Adds all hooks of the plugin, so it shows what the plugin does and when. Services creates the objects.
 */
final class Plugin {
	private readonly Services $services;

	/**
	 * Tests pass a fixed clock, a fake caller, and a sleep that returns at once.
	 *
	 * @param Caller|null               $caller Null for the real one.
	 * @param (Closure(int): void)|null $sleep  Sleeps milliseconds; null for usleep().
	 */
	public function __construct(
		private readonly string $file,
		Clock $clock = new System_Clock(),
		?Caller $caller = null,
		?Closure $sleep = null,
	) {
		$this->services = new Services( $clock, $caller, $sleep );
	}

	public function run(): void {
		Schema::register();
		$this->services->routing->load();
		$this->hook_changes();
		$this->hook_scheduler();
		$this->hook_entry_points();
		$this->hook_lifecycle();
	}

	private function hook_changes(): void {
		$this->services->listeners->hook();
		add_action( 'shutdown', $this->services->collector->write_refused( ... ), PHP_INT_MIN );
		$this->services->routing->on_missed( fn( array $ids ) => $this->services->missed_changes()->record( $ids ) );
		add_action(
			'shutdown',
			Entry_Point::background(
				fn() => wp_doing_cron() ? $this->services->cron_events()->dispatch_recorded( $this->services->collector->recorded_lanes() ) : null,
			),
			20,
		);
	}

	private function hook_scheduler(): void {
		// phpcs:ignore WordPress.WP.CronInterval -- the fallback for all other wake-ups has to be this short.
		add_filter( 'cron_schedules', $this->services->wake_up->add_interval( ... ) );
		// After an update without a visit of wp-admin, the first event upgrades the tables.
		add_action( Wake_Up::SINGLE_EVENT, Entry_Point::background( $this->services->installation->repair( ... ) ), 5 );
		add_action( Wake_Up::RECURRING_EVENT, Entry_Point::background( $this->services->installation->repair( ... ) ), 5 );
		add_action( Wake_Up::SINGLE_EVENT, Entry_Point::background( fn() => $this->services->cron_events()->run_single_event() ) );
		add_action( Wake_Up::RECURRING_EVENT, Entry_Point::background( fn() => $this->services->cron_events()->run_recurring_event() ) );
		add_action( Uploads::CLEANUP_EVENT, Entry_Point::background( fn() => $this->services->uploads()->remove_stale() ) );
		add_action( 'update_option_timezone_string', Entry_Point::background( fn() => $this->services->schedules->recalculate_all() ) );
		add_action( 'update_option_gmt_offset', Entry_Point::background( fn() => $this->services->schedules->recalculate_all() ) );
		add_action(
			'headless_deploy_environment_removed',
			Entry_Point::background( fn( string $id ) => $this->services->schedules->end_environment( $id ) ),
		);
		add_action(
			'headless_deploy_environment_removed',
			Entry_Point::background( fn( string $id ) => $this->services->dispatcher()->end_environment( $id ) ),
		);
		add_action(
			'headless_deploy_environment_restored',
			Entry_Point::background( fn( string $id ) => $this->services->schedules->restore_environment( $id ) ),
		);
		add_action(
			'headless_deploy_environment_restored',
			Entry_Point::background( fn( string $id ) => $this->services->dispatcher()->restore_environment( $id ) ),
		);
		add_action( Removed_Environment::EXPIRY_EVENT, Entry_Point::background( fn() => $this->services->environments->forget_expired() ) );
		add_action( Removed_Environment::EXPIRY_EVENT, Entry_Point::background( fn() => $this->services->schedules->forget_expired() ) );
	}

	private function hook_entry_points(): void {
		add_filter( 'user_has_cap', ( new Capabilities() )->grant( ... ), 10, 4 );
		add_action( 'rest_api_init', $this->services->register_routes( ... ) );
		add_action(
			'rest_api_init',
			fn() => $this->services->routing->has_refresh()
				? ( new Response_Groups( ( new Policy( $this->services->routing ) )->watches_option( ... ) ) )->hook()
				: null,
		);
		add_action( 'rest_api_init', ( new Editor_Link( new Front_End_Links( $this->services->routing ) ) )->hook( ... ) );
		add_action( 'cli_init', fn() => $this->services->commands()->register() );
		add_filter( 'rest_pre_dispatch', Rest::refuse_scalar_body( ... ), 10, 3 );
		add_filter( 'rest_dispatch_request', Rest::handle_exceptions( ... ), 10, 4 );
		add_filter( 'site_status_tests', fn( array $tests ): array => $this->services->site_health()->add_tests( $tests ) );
		add_filter( 'debug_information', fn( array $sections ): array => $this->services->site_health()->add_information( $sections ) );
		$abilities = $this->services->abilities();
		add_action( 'wp_abilities_api_categories_init', $abilities->add_category( ... ) );
		add_action( 'wp_abilities_api_init', $abilities->register_abilities( ... ) );
		$status = new Current_Status(
			$this->services->routing,
			fn() => Page::is_shown() ? $this->services->status() : $this->services->page_status(),
		);
		$this->hook_admin_bar( $status );
		if ( is_admin() ) {
			$this->hook_admin( $status );
			$this->hook_links( new Front_End_Links( $this->services->routing ) );
		}
	}

	private function hook_admin_bar( Current_Status $status ): void {
		$bar    = new Admin_Bar( $status, $this->services->clock );
		$assets = new Assets(
			new Compiled_Scripts( $this->file ),
			new Boot_Data( new Policy( $this->services->routing ), $this->services->clock, $status ),
			$status,
		);
		add_action( 'admin_bar_menu', $bar->add( ... ), 80 );
		add_action( 'wp_enqueue_scripts', $assets->enqueue_front( ... ) );
		add_action( 'admin_enqueue_scripts', $assets->enqueue( ... ) );
		add_action( 'enqueue_block_editor_assets', $assets->enqueue_editor( ... ) );
	}

	private function hook_admin( Current_Status $status ): void {
		$page    = new Page( new Compiled_Scripts( $this->file ) );
		$widget  = new Dashboard_Widget( $status, $this->services->clock );
		$notices = new Notices(
			new Problems( $status, $this->services->clock ),
			new Database_Problems( $this->services->write_failure, new Missing_Tables() ),
		);
		add_action( 'wp_dashboard_setup', $widget->add( ... ) );
		add_action( 'admin_notices', $notices->print_notices( ... ) );
		add_action( 'admin_post_' . Dismissals::ACTION, Dismissals::handle_request( ... ) );
		add_action( 'admin_menu', $page->add( ... ) );
		add_filter( 'plugin_action_links_' . plugin_basename( $this->file ), $page->add_link( ... ) );
		add_action( 'add_meta_boxes', fn( mixed $type, mixed $post = null ) => $this->classic_box( $status )->add( $type, $post ), 10, 2 );
	}

	private function hook_links( Front_End_Links $links ): void {
		$view   = new View_Links( $links );
		$column = new Site_Column( $links, $this->services->routing );
		add_filter( 'post_row_actions', $view->replace_row_action( ... ), 10, 2 );
		add_filter( 'page_row_actions', $view->replace_row_action( ... ), 10, 2 );
		add_action( 'admin_bar_menu', $view->replace_in_admin_bar( ... ), 90 );
		add_filter( 'manage_posts_columns', $column->add( ... ), 10, 2 );
		add_filter( 'manage_pages_columns', $column->add( ... ) );
		add_action( 'manage_posts_custom_column', $column->render( ... ), 10, 2 );
		add_action( 'manage_pages_custom_column', $column->render( ... ), 10, 2 );
	}

	private function hook_lifecycle(): void {
		register_activation_hook( $this->file, $this->services->installation->activate( ... ) );
		register_deactivation_hook( $this->file, $this->services->installation->deactivate( ... ) );
		add_action( 'admin_init', Entry_Point::background( $this->services->installation->repair( ... ) ) );
		add_action( 'admin_init', Exporter::add_policy_text( ... ) );
		add_filter(
			'wp_privacy_personal_data_exporters',
			fn( array $exporters ): array => ( new Exporter( new Personal_Rows(), new Reasons(), $this->personal_settings() ) )->add( $exporters ),
		);
		add_filter(
			'wp_privacy_personal_data_erasers',
			fn( array $erasers ): array => ( new Eraser( new Personal_Rows(), $this->personal_settings() ) )->add( $erasers ),
		);
		add_filter( 'wp_privacy_personal_data_erasers', Dismissals::add_eraser( ... ) );
		add_action( 'wp_delete_site', static fn( WP_Site $site ) => Schema::forget_site( (int) $site->blog_id ) );
		add_action( 'wp_delete_site', static fn( WP_Site $site ) => Dismissals::forget_site( (int) $site->blog_id ) );
		add_action( 'wp_delete_site', static fn( WP_Site $site ) => Waiting_Sites::forget_site( (int) $site->blog_id ) );
	}

	private function personal_settings(): Personal_Settings {
		return new Personal_Settings( $this->services->credentials, $this->services->uploads(), $this->services->notification_store );
	}

	private function classic_box( Current_Status $status ): Classic_Box {
		return new Classic_Box( new Policy( $this->services->routing ), $status, $this->services->clock );
	}
}
