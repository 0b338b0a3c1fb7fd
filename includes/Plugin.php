<?php
/**
 * The plugin.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use HeadlessDeploy\Admin\Assets;
use HeadlessDeploy\Admin\Boot_Data;
use HeadlessDeploy\Admin\Build;
use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Deliveries\Deliveries_Controller;
use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Deliveries\Delivery_View;
use HeadlessDeploy\Deliveries\Reasons;
use HeadlessDeploy\Deliveries\Retention;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Environments_Controller;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Secrets;
use HeadlessDeploy\Environments\Settings_Controller;
use HeadlessDeploy\Queue\Alarm;
use HeadlessDeploy\Queue\Cron_Events;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Gatekeeper;
use HeadlessDeploy\Queue\Press;
use HeadlessDeploy\Queue\Queue_Store;
use HeadlessDeploy\Queue\Run_Answer;
use HeadlessDeploy\Queue\Runs_Controller;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Site_Gatekeeper;
use HeadlessDeploy\Queue\Status;
use HeadlessDeploy\Queue\Status_Controller;
use HeadlessDeploy\Queue\Waiter;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Triggers\Change_Collector;
use HeadlessDeploy\Triggers\Content_Listener;
use HeadlessDeploy\Triggers\Cron_End;
use HeadlessDeploy\Triggers\Policy;
use HeadlessDeploy\Triggers\Touched_Posts;
use HeadlessDeploy\Webhooks\Caller;
use HeadlessDeploy\Webhooks\Client;
use WP_Site;

/**
 * Makes the plugin's objects and hooks them into WordPress: the table of contents of all that it does.
 *
 * What listens is made at once; what only REST, cron or wp-admin need is made when they come.
 */
final class Plugin {
	private readonly Routing $routing;
	private readonly Environments $environments;
	private readonly Queue_Store $store;
	private readonly Alarm $alarm;
	private readonly Write_Failure $write_failure;
	private readonly Touched_Posts $touched;
	private readonly Change_Collector $collector;
	private readonly Content_Listener $content;
	private readonly Installation $installation;

	/**
	 * Made by `dispatcher()`.
	 */
	private ?Dispatcher $dispatcher = null;

	/**
	 * Makes what listens. Tests hand in a clock that stands still, a caller that pretends, and a sleep that does not.
	 *
	 * @param string                    $file   The main file of the plugin.
	 * @param Clock                     $clock  The time.
	 * @param Caller|null               $caller Makes calls; null for the real one.
	 * @param (Closure(int): void)|null $sleep  Sleeps some milliseconds; null for really sleeping.
	 */
	public function __construct(
		private readonly string $file,
		private readonly Clock $clock = new System_Clock(),
		private readonly ?Caller $caller = null,
		private readonly ?Closure $sleep = null,
	) {
		$this->routing       = new Routing();
		$this->environments  = new Environments( new Secrets(), $clock, $this->routing );
		$this->store         = new Queue_Store();
		$this->alarm         = new Alarm();
		$this->write_failure = new Write_Failure();
		$this->touched       = new Touched_Posts();
		$this->collector     = new Change_Collector( $this->store, $this->alarm, $clock, $this->write_failure );
		$this->content       = new Content_Listener( new Policy( $this->routing ), $this->touched, $this->collector );
		$this->installation  = new Installation( $this->alarm, $this->routing );
	}

	/**
	 * Reads the small autoloaded option and adds all hooks.
	 */
	public function run(): void {
		$this->routing->load();
		$this->hook_triggers();
		$this->hook_clocks();
		$this->hook_doors();
		$this->hook_lifecycle();
	}

	/**
	 * What happens in WordPress.
	 */
	private function hook_triggers(): void {
		add_action( 'added_post_meta', $this->touched->on_meta( ... ), 10, 3 );
		add_action( 'updated_post_meta', $this->touched->on_meta( ... ), 10, 3 );
		add_action( 'deleted_post_meta', $this->touched->on_meta( ... ), 10, 3 );
		add_action( 'set_object_terms', $this->touched->on_terms( ... ), 10, 6 );
		add_action( 'wp_after_insert_post', $this->content->on_saved( ... ), 10, 4 );
		add_action( 'deleted_post', $this->content->on_deleted( ... ), 10, 2 );
		add_action( 'shutdown', $this->content->on_end( ... ), 4 );
		add_action( 'shutdown', $this->collector->end( ... ), 5 );
		add_action( 'shutdown', $this->end_of_cron( ... ), 20 );
	}

	/**
	 * What wakes us.
	 */
	private function hook_clocks(): void {
		// phpcs:ignore WordPress.WP.CronInterval -- the guarantee behind all other alarm clocks has to be this short.
		add_filter( 'cron_schedules', $this->alarm->add_interval( ... ) );
		add_action( Alarm::SINGLE_EVENT, fn() => $this->cron_events()->ring() );
		add_action( Alarm::RECURRING_EVENT, fn() => $this->cron_events()->round() );
	}

	/**
	 * Who comes in.
	 */
	private function hook_doors(): void {
		add_filter( 'user_has_cap', ( new Capabilities() )->grant( ... ), 10, 4 );
		add_action( 'rest_api_init', $this->register_routes( ... ) );
		add_filter( 'rest_pre_dispatch', Rest::refuse_scalar_body( ... ), 10, 3 );
		add_action( 'admin_notices', $this->write_failure->print_notice( ... ) );
		if ( is_admin() ) {
			$this->hook_admin();
		}
	}

	/**
	 * What wp-admin shows.
	 */
	private function hook_admin(): void {
		$build  = new Build( $this->file );
		$page   = new Page( $build );
		$assets = new Assets( $build, new Boot_Data( $this->routing ) );
		add_action( 'admin_menu', $page->add( ... ) );
		add_filter( 'plugin_action_links_' . plugin_basename( $this->file ), $page->add_link( ... ) );
		add_action( 'admin_enqueue_scripts', $assets->enqueue( ... ) );
		add_action( 'enqueue_block_editor_assets', $assets->enqueue_editor( ... ) );
	}

	/**
	 * Coming and going.
	 */
	private function hook_lifecycle(): void {
		register_activation_hook( $this->file, $this->installation->activate( ... ) );
		register_deactivation_hook( $this->file, $this->installation->deactivate( ... ) );
		add_action( 'admin_init', $this->installation->repair( ... ) );
		add_action( 'wp_delete_site', static fn( WP_Site $site ) => Schema::forget_site( (int) $site->blog_id ) );
	}

	/**
	 * Registers the REST routes.
	 */
	private function register_routes(): void {
		$log        = new Delivery_Log();
		$reasons    = new Reasons();
		$view       = new Delivery_View( $log, $reasons );
		$answer     = new Run_Answer( $view );
		$gatekeeper = $this->gatekeeper();
		$dispatcher = $this->dispatcher();
		$press      = new Press( $this->store, $dispatcher, $gatekeeper, $this->clock, $this->write_failure );
		$status     = new Status( $this->store, $gatekeeper, $log, $view, $reasons, $this->alarm, $this->clock );
		$waiter     = new Waiter( $this->store, $dispatcher, $this->clock, $this->sleep ?? static fn( int $ms ) => usleep( $ms * 1000 ) );

		( new Environments_Controller( $this->environments ) )->register_routes();
		( new Settings_Controller( $this->environments ) )->register_routes();
		( new Status_Controller( $status, $dispatcher, $waiter, $this->clock ) )->register_routes();
		( new Runs_Controller( $press, $dispatcher, $this->store, $gatekeeper, $answer ) )->register_routes();
		( new Deliveries_Controller( $log, $view, $press, $answer ) )->register_routes();
	}

	/**
	 * Sends what a cron request has noted.
	 */
	private function end_of_cron(): void {
		if ( wp_doing_cron() ) {
			( new Cron_End( $this->collector, $this->dispatcher() ) )->send();
		}
	}

	/**
	 * Makes what cron's events need.
	 */
	private function cron_events(): Cron_Events {
		return new Cron_Events( $this->dispatcher(), $this->alarm, new Retention(), $this->clock );
	}

	/**
	 * Makes what knows whether an environment may send.
	 */
	private function gatekeeper(): Gatekeeper {
		return new Site_Gatekeeper( $this->environments );
	}

	/**
	 * Makes what sends, once.
	 */
	private function dispatcher(): Dispatcher {
		$this->dispatcher ??= new Dispatcher(
			$this->store,
			$this->gatekeeper(),
			$this->caller ?? new Client( $this->environments, $this->clock ),
			$this->clock,
			$this->alarm,
		);
		return $this->dispatcher;
	}
}
