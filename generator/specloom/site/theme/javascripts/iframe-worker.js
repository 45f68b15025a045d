/*
 * The search of a site that is opened from a file. Browsers start no worker there; what the theme would run in one
 * runs in a hidden frame instead, with the same messages to and fro.
 */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.title = "Search"
      this.ready = new Promise(resolve => {
        this.frame.addEventListener("load", () => resolve(this.begin(address)), { once: true })
      })
      document.documentElement.append(this.frame)
    }

    /** Run the script in the frame, where it finds what a worker would. */
    async begin(address) {
      const inside = this.frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      inside.importScripts = async (...addresses) => {
        for (const imported of addresses) {
          await new Promise((resolve, reject) => {
            const script = inside.document.createElement("script")
            script.src = imported
            script.onload = resolve
            script.onerror = reject
            inside.document.head.append(script)
          })
        }
      }
      await inside.importScripts(address)
      return inside
    }

    async postMessage(data) {
      const inside = await this.ready
      inside.dispatchEvent(new inside.MessageEvent("message", { data }))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
